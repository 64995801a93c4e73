package schema

import (
	"path/filepath"
	"regexp"
	"strings"

	"github.com/idemlint/idemlint/internal/sqltext"
)

// undoName matches files that take a migration back: 1_init.down.sql,
// 1_init_down.sql, down.sql, U1__init.sql, rollback_1.sql.
var undoName = regexp.MustCompile(`(?i)(^|[._-])down\.sql$|\.undo\.sql$|^U[\d._]+__|^(drop|rollback|teardown|cleanup)|[._-](drop|rollback)\.sql$`)

func undoes(base string) bool { return undoName.MatchString(base) }

// readSQL reads a migration or a schema file.
func (r *reader) readSQL(file string, data []byte) {
	if !containsAny(data, "TABLE", "INDEX", "Table", "Index") {
		return
	}
	r.applySQL(upPart(string(data)), Place{File: file, Line: 1})
}

// applySQL applies the DDL in text, which begins at the given place, to the
// database of the file's directory.
func (r *reader) applySQL(text string, at Place) {
	db := r.database(filepath.Dir(at.File))
	current := ""
	for _, stmt := range sqltext.Split(sqltext.Tokens(text)) {
		if name, ok := setsSchema(stmt); ok {
			current = name
		}
		for _, c := range sqltext.Changes(stmt) {
			if c.Schema == "" {
				c.Schema = current
			}
			db.apply(c, at)
		}
	}
}

// setsSchema reads SET search_path TO name and USE name.
func setsSchema(stmt []sqltext.Token) (name string, ok bool) {
	n := len(stmt)
	switch {
	case n >= 4 && stmt[0].Is("SET") && stmt[1].Is("search_path") && stmt[2].IsAny("TO", "="):
		return stmt[3].Name(), true
	case n == 2 && stmt[0].Is("USE"):
		return stmt[1].Name(), true
	}
	return "", false
}

// database returns the tables the files of a directory define.
func (r *reader) database(dir string) *database {
	db := r.databases[dir]
	if db == nil {
		db = &database{}
		r.databases[dir] = db
		r.order = append(r.order, db)
	}
	return db
}

// section matches the comments that part a migration: goose's "+goose Down",
// sql-migrate's "+migrate Up", dbmate's "migrate:down".
var section = regexp.MustCompile(`(?i)^\s*--\s*(?:\+goose|\+migrate|migrate:)\s*(up|down)\b`)

// copyData matches pg_dump's data blocks, which are not SQL.
var copyData = regexp.MustCompile(`(?i)^\s*COPY\s.*\sFROM\s+stdin`)

// upPart blanks the down sections and the data blocks of text. Lines keep their
// numbers.
func upPart(text string) string {
	if !strings.Contains(text, "--") && !strings.Contains(text, `\.`) {
		return text
	}
	lines := strings.Split(text, "\n")
	down, copying := false, false
	for i, line := range lines {
		if m := section.FindStringSubmatch(line); m != nil {
			down = strings.EqualFold(m[1], "down")
		}
		if down || copying {
			lines[i] = ""
		}
		switch {
		case copyData.MatchString(line):
			copying = true
		case strings.HasPrefix(line, `\.`):
			copying = false
		case strings.HasPrefix(line, `\`):
			lines[i] = "" // psql's own commands
		}
	}
	return strings.Join(lines, "\n")
}
