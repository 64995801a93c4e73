package sqltext

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func changes(text string) []Change {
	var all []Change
	for _, stmt := range Split(Tokens(text)) {
		all = append(all, Changes(stmt)...)
	}
	return all
}

func TestChangesOfCreateTable(t *testing.T) {
	got := changes("-- orders\nCREATE TABLE IF NOT EXISTS shop.\"Orders\" (\n" +
		"  id UUID PRIMARY KEY DEFAULT gen_random_uuid(),\n" +
		"  no BIGINT NOT NULL DEFAULT nextval('s'::regclass) CONSTRAINT uq_no UNIQUE,\n" +
		"  price NUMERIC(10, 2) DEFAULT -1,\n" +
		"  name CHARACTER VARYING(20) COLLATE \"C\" REFERENCES names (name),\n" +
		"  UNIQUE (name, price)\n)")
	require.Len(t, got, 1)
	c := got[0]
	assert.Equal(t, CreateTable, c.Kind)
	assert.Equal(t, "shop", c.Schema)
	assert.Equal(t, "orders", c.Table)
	assert.True(t, c.IfNotExists)
	assert.False(t, c.Unknown)
	assert.Equal(t, []ColumnDef{
		{Name: "id", Type: "uuid", NotNull: true, Default: "gen_random_uuid()"},
		{Name: "no", Type: "bigint", NotNull: true, Auto: true, Default: "nextval('s'::regclass)"},
		{Name: "price", Type: "numeric(10,2)", Default: "-1"},
		{Name: "name", Type: "character varying(20)"},
	}, c.Columns)
	assert.Equal(t, []UniqueDef{
		{Columns: []string{"id"}, Primary: true, Line: 3},
		{Name: "uq_no", Columns: []string{"no"}, Line: 4},
		{Columns: []string{"name", "price"}, Line: 7},
	}, c.Uniques)
}

func TestChanges(t *testing.T) {
	for text, want := range map[string][]ChangeKind{
		`ALTER TABLE t ADD a int, DROP COLUMN b, DROP INDEX i, DROP PRIMARY KEY, DROP FOREIGN KEY f`: {AddColumn, DropColumn, DropUnique, DropPrimary},
		`ALTER TABLE t ADD CONSTRAINT f FOREIGN KEY (a) REFERENCES b (c)`:                            nil,
		`ALTER TABLE t RENAME a TO b, RENAME TO c, RENAME INDEX d TO e`:                              {RenameColumn, RenameTable, RenameUnique},
		`ALTER TABLE t ALTER a DROP DEFAULT, ALTER a TYPE text, MODIFY b int`:                        {SetDefault, AlterColumn},
		`DROP TABLE a, b`:                        {DropTable, DropTable},
		`DROP INDEX a ON t`:                      {DropUnique},
		"CREATE TABLE \x00 (id int PRIMARY KEY)": nil,
		`CREATE VIEW v AS SELECT 1`:              nil,
		`INSERT INTO t VALUES (1)`:               nil,
		`CREATE UNIQUE INDEX ON t (a)`:           {AddUnique},
		`CREATE UNIQUE INDEX i`:                  nil,
		`CREATE TABLE t AS SELECT 1`:             nil,
		`CREATE TABLE t (`:                       {CreateTable},
	} {
		var got []ChangeKind
		for _, c := range changes(text) {
			got = append(got, c.Kind)
		}
		assert.Equal(t, want, got, "%.60s", text)
	}
}

func TestChangesWithHoles(t *testing.T) {
	got := changes("CREATE TABLE t (id int PRIMARY KEY, \x00)")
	require.Len(t, got, 1)
	assert.True(t, got[0].Unknown)
}
