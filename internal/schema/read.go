package schema

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Options bound what [Read] looks at. The zero value has the defaults.
type Options struct {
	MaxFiles    int   // files and directories seen; default 200,000
	MaxFileSize int64 // bytes; larger files are left out; default 4 MiB
}

func (o Options) withDefaults() Options {
	if o.MaxFiles <= 0 {
		o.MaxFiles = 200_000
	}
	if o.MaxFileSize <= 0 {
		o.MaxFileSize = 4 << 20
	}
	return o
}

// Warning is a file, or a part of one, that could not be read. The rest of the
// schema stands.
type Warning struct {
	Place   Place
	Message string
}

func (w Warning) String() string {
	return fmt.Sprintf("%s:%d: %s", w.Place.File, w.Place.Line, w.Message)
}

// Read reads the schema of the repository at root. It never fails: what cannot
// be read is a Warning, and the Schema is never nil.
//
// Hidden directories, vendor, node_modules and testdata below root are left out,
// and so are Go tests and generated protobuf code.
func Read(root string, opts Options) (*Schema, []Warning) {
	r := &reader{opts: opts.withDefaults(), databases: map[string]*database{}}
	abs, err := filepath.Abs(root)
	if err != nil {
		r.warn(Place{File: root}, err.Error())
		return &Schema{}, r.warnings
	}
	files := r.walk(abs)
	for _, file := range files {
		r.readFile(file)
	}
	return r.finish(), r.warnings
}

// reader collects the definitions of all files.
type reader struct {
	opts      Options
	databases map[string]*database // by directory
	order     []*database
	mongo     []*Table
	dynamo    []*Table
	ent       []*Table
	warnings  []Warning
}

func (r *reader) warn(at Place, message string) {
	r.warnings = append(r.warnings, Warning{Place: at, Message: message})
}

// walk lists the files to read: by directory, and inside one in the order a
// migration tool would apply them.
func (r *reader) walk(root string) []string {
	var files []string
	seen := 0
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			r.warn(Place{File: path}, err.Error())
			return nil
		}
		if seen++; seen > r.opts.MaxFiles {
			r.warn(Place{File: path}, fmt.Sprintf("more than %d files: the rest is not read", r.opts.MaxFiles))
			return fs.SkipAll
		}
		switch {
		case d.IsDir() && path != root && skipsDir(d.Name()):
			return fs.SkipDir
		case d.Type().IsRegular() && format(path) != nil:
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		r.warn(Place{File: root}, err.Error())
	}
	slices.SortStableFunc(files, func(a, b string) int {
		return cmp.Or(strings.Compare(filepath.Dir(a), filepath.Dir(b)), compareNatural(filepath.Base(a), filepath.Base(b)))
	})
	return files
}

func skipsDir(name string) bool {
	return strings.HasPrefix(name, ".") || name == "vendor" || name == "node_modules" || name == "testdata"
}

// compareNatural orders V2__a.sql before V10__b.sql.
func compareNatural(a, b string) int {
	for a != "" && b != "" {
		x, y := digits(a), digits(b)
		if x == "" || y == "" {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		a, b = a[len(x):], b[len(y):]
		x, y = strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
		if c := cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(x, y)); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

func digits(s string) string {
	n := 0
	for n < len(s) && '0' <= s[n] && s[n] <= '9' {
		n++
	}
	return s[:n]
}

// readFormat reads one file.
type readFormat func(r *reader, file string, data []byte)

// formats are the readers by file name extension.
var formats = map[string]readFormat{
	".sql":      (*reader).readSQL,
	".ddl":      (*reader).readSQL,
	".sdl":      (*reader).readSQL,
	".go":       (*reader).readGo,
	".tf":       (*reader).readTerraform,
	".tofu":     (*reader).readTerraform,
	".yml":      (*reader).readCloudFormation,
	".yaml":     (*reader).readCloudFormation,
	".json":     (*reader).readCloudFormation,
	".template": (*reader).readCloudFormation,
}

// format returns the reader for a file, or nil for one that defines no schema.
func format(path string) readFormat {
	base := filepath.Base(path)
	ext := filepath.Ext(base)
	switch {
	case ext == ".go" && (strings.HasSuffix(base, "_test.go") || strings.HasSuffix(base, ".pb.go")):
		return nil
	case (ext == ".sql" || ext == ".ddl") && undoes(base):
		return nil
	}
	return formats[ext]
}

func (r *reader) readFile(file string) {
	info, err := os.Stat(file)
	if err == nil && info.Size() > r.opts.MaxFileSize {
		r.warn(Place{File: file, Line: 1}, fmt.Sprintf("larger than %d bytes: not read", r.opts.MaxFileSize))
		return
	}
	var data []byte
	if err == nil {
		data, err = os.ReadFile(file)
	}
	if err != nil {
		r.warn(Place{File: file, Line: 1}, err.Error())
		return
	}
	r.read(file, data)
}

// read reads the content of a file. A reader that panics costs that file only.
func (r *reader) read(file string, data []byte) {
	defer func() {
		if p := recover(); p != nil {
			r.warn(Place{File: file, Line: 1}, fmt.Sprintf("not readable: %v", p))
		}
	}()
	format(file)(r, file, data)
}

// finish applies what had to wait for all files and puts the tables in order.
func (r *reader) finish() *Schema {
	s := &Schema{mongo: r.mongo, dynamo: r.dynamo}
	for _, db := range r.order {
		s.relational = append(s.relational, db.tables...)
	}
	s.relational = append(s.relational, r.ent...)
	for _, db := range r.order {
		s.relational = append(s.relational, db.applyPending(s)...)
	}
	return s
}

// containsAny reports whether data has one of words, written in upper or in
// lower case.
func containsAny(data []byte, words ...string) bool {
	for _, w := range words {
		if bytes.Contains(data, []byte(w)) || bytes.Contains(data, []byte(strings.ToLower(w))) {
			return true
		}
	}
	return false
}
