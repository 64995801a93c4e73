package sqltext

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// brief writes what matters of a statement on one line, so that a test case is
// a pair of texts.
func brief(s Statement) string {
	var b strings.Builder
	word := func(parts ...string) { b.WriteString(" " + strings.Join(parts, "")) }
	b.WriteString(s.Kind.String())
	if s.Schema != "" {
		word(s.Schema, ".", s.Table)
	} else {
		word("table=", s.Table)
	}
	if s.Columns != nil {
		word("columns=", strings.Join(s.Columns, ","))
	}
	for _, row := range s.Rows {
		word("row=", values(row))
	}
	flag := func(on bool, name string) {
		if on {
			word(name)
		}
	}
	flag(s.FromSelect, "select")
	flag(s.NotExists, "notexists")
	if c := s.Conflict; c.Action != None {
		word("conflict=", c.Action.String(), "(", strings.Join(c.Columns, ","), c.Constraint, ")")
		briefSet(&b, c.Set)
		briefWhere(&b, c.Where)
		flag(c.Relative, "conflict-relative")
	}
	briefSet(&b, s.Set)
	briefWhere(&b, s.Where)
	flag(s.HasWhere && len(s.Where) == 0, "where?")
	if s.Returning != nil {
		word("returning=", strings.Join(s.Returning, ","))
	}
	flag(s.Locking, "locking")
	flag(s.CTE, "cte")
	for _, w := range s.With {
		word("with[", brief(w), "]")
	}
	flag(!s.Complete, "incomplete")
	return b.String()
}

func briefSet(b *strings.Builder, set []Assignment) {
	for _, a := range set {
		b.WriteString(" " + a.Column + ":=" + value(a.Value))
		if a.Relative {
			b.WriteString("!")
		}
		if a.Version {
			b.WriteString("version")
		}
	}
}

func briefWhere(b *strings.Builder, where []Condition) {
	for _, c := range where {
		b.WriteString(" [" + strings.TrimSpace(c.Column+" "+c.Op+" "+value(c.Value)) + "]")
	}
}

func values(row []Expr) string {
	var parts []string
	for _, e := range row {
		parts = append(parts, value(e))
	}
	return strings.Join(parts, ",")
}

func value(e Expr) string {
	text := strings.ReplaceAll(e.Text, string(Hole), "·")
	switch {
	case e.Unknown:
		text += "~unknown"
	case e.Volatile:
		text += "~volatile"
	case e.Default:
		text += "~default"
	case e.Literal:
		text += "~literal"
	}
	return text
}

func TestParse(t *testing.T) {
	for name, tests := range map[string][][2]string{
		"insert": {
			{`INSERT INTO orders (id, total) VALUES ($1, $2)`,
				`insert table=orders columns=id,total row=$1,$2`},
			{`insert into "Public"."Orders" ("ID") values (?) returning "ID"`,
				`insert public.orders columns=id row=? returning=id`},
			{"INSERT INTO `shop`.`orders` SET `id` = ?, at = NOW()",
				`insert shop.orders columns=id,at row=?,NOW()~volatile`},
			{`INSERT INTO [dbo].[Orders] ([Id]) OUTPUT INSERTED.Id VALUES (@p1)`,
				`insert dbo.orders columns=id row=@p1 returning=id`},
			{`INSERT INTO t VALUES (DEFAULT, NULL, 'it''s', -1, "x", gen_random_uuid())`,
				`insert table=t row=DEFAULT~default,NULL~default,'it''s'~literal,-1~literal,"x"~literal,gen_random_uuid()~volatile`},
			{`INSERT INTO t (a) VALUES (1), (2)`, `insert table=t columns=a row=1~literal row=2~literal`},
			{`INSERT INTO t DEFAULT VALUES`, `insert table=t`},
			{`INSERT INTO t (a) OVERRIDING SYSTEM VALUE VALUES ($1)`, `insert table=t columns=a row=$1`},
			{`INSERT INTO t (a) SELECT a FROM s JOIN u ON s.id = u.id WHERE b = $1`,
				`insert table=t columns=a row=a select`},
			{`INSERT INTO t (a, b) SELECT $1, $2 WHERE NOT EXISTS (SELECT 1 FROM t WHERE a = $1)`,
				`insert table=t columns=a,b row=$1,$2 select notexists`},
			{`IF NOT EXISTS (SELECT 1 FROM t WHERE a = @p1) INSERT INTO t (a) VALUES (@p1)`,
				`insert table=t columns=a row=@p1 notexists`},
			{`INSERT INTO t (a) VALUES (?) IF NOT EXISTS`, `insert table=t columns=a row=? notexists`},
			{`COPY "public"."t" ("a", "b") FROM STDIN`, `insert public.t columns=a,b`},
			{`INSERT INTO events (id, at) FORMAT JSONEachRow`, `insert table=events columns=id,at`},
			{`INSERT INTO events (id, at)`, `insert table=events columns=id,at`},
			{"-- name: Create :one\n/* why */ INSERT INTO t (a) -- here\nVALUES (sqlc.arg(a))\nRETURNING *;",
				`insert table=t columns=a row=sqlc.arg(a) returning=*`},
			{`INSERT INTO t (id, doc) VALUES ($1::uuid, CAST($2 AS jsonb)) THEN RETURN id`,
				`insert table=t columns=id,doc row=$1::uuid,CAST($2 AS jsonb) returning=id`},
		},
		"conflict": {
			{`INSERT INTO t (a) VALUES ($1) ON CONFLICT DO NOTHING`, `insert table=t columns=a row=$1 conflict=nothing()`},
			{`INSERT INTO t (a) VALUES ($1) ON CONFLICT (a, lower(b)) WHERE c IS NULL DO NOTHING RETURNING a`,
				`insert table=t columns=a row=$1 conflict=nothing(a,lower(b)) returning=a`},
			{`INSERT INTO t (a, n) VALUES ($1, $2) ON CONFLICT ON CONSTRAINT t_pk DO UPDATE SET n = EXCLUDED.n WHERE t.v < EXCLUDED.v`,
				`insert table=t columns=a,n row=$1,$2 conflict=update(t_pk) n:=EXCLUDED.n [v < EXCLUDED.v]`},
			{`INSERT INTO t AS x (a, n) VALUES ($1, $2) ON CONFLICT (a) DO UPDATE SET n = x.n + EXCLUDED.n`,
				`insert table=t columns=a,n row=$1,$2 conflict=update(a) n:=x.n + EXCLUDED.n! conflict-relative`},
			{`INSERT IGNORE INTO t (a) VALUES (?)`, `insert table=t columns=a row=? conflict=nothing()`},
			{`INSERT OR IGNORE INTO t (a) VALUES (?)`, `insert table=t columns=a row=? conflict=nothing()`},
			{`INSERT OR REPLACE INTO t (a) VALUES (?)`, `insert table=t columns=a row=? conflict=replace()`},
			{`INSERT OR UPDATE INTO t (a) VALUES (@a)`, `insert table=t columns=a row=@a conflict=replace()`},
			{`REPLACE INTO t (a) VALUES (?)`, `insert table=t columns=a row=? conflict=replace()`},
			{`UPSERT INTO t (a) VALUES ($1)`, `insert table=t columns=a row=$1 conflict=replace()`},
			{`INSERT INTO t (a, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = VALUES(n)`,
				`insert table=t columns=a,n row=?,? conflict=update() n:=VALUES(n)`},
			{`INSERT INTO t (a, n) VALUES (?, ?) ON DUPLICATE KEY UPDATE n = n + VALUES(n)`,
				`insert table=t columns=a,n row=?,? conflict=update() n:=n + VALUES(n)! conflict-relative`},
			{`INSERT INTO t (a, n) VALUES (?, ?) AS new ON DUPLICATE KEY UPDATE n = new.n + 1`,
				`insert table=t columns=a,n row=?,? conflict=update() n:=new.n + 1`},
			{`INSERT INTO t (a) SELECT a FROM s WHERE true ON CONFLICT (a) DO NOTHING`,
				`insert table=t columns=a row=a select conflict=nothing(a)`},
		},
		"merge": {
			{`MERGE INTO stock AS t USING (VALUES (@p1, @p2)) AS s (sku, qty) ON t.sku = s.sku
			  WHEN MATCHED THEN UPDATE SET qty = t.qty + s.qty
			  WHEN NOT MATCHED BY TARGET THEN INSERT (sku, qty) VALUES (s.sku, s.qty);`,
				`merge table=stock columns=sku,qty row=@p1,@p2 conflict=update(sku) qty:=t.qty + s.qty! conflict-relative`},
			{`MERGE t WITH (HOLDLOCK) AS x USING (SELECT $1 AS id) s ON (x.id = s.id) WHEN NOT MATCHED THEN INSERT (id) VALUES (s.id)`,
				`merge table=t columns=id row=$1 conflict=nothing(id)`},
		},
		"update": {
			{`UPDATE stock SET qty = qty - $1 WHERE sku = $2`, `update table=stock qty:=qty - $1! [sku = $2]`},
			{`UPDATE stock SET qty = $1 WHERE sku = $2 AND (deleted_at IS NULL AND qty >= $1)`,
				`update table=stock qty:=$1 [sku = $2] [deleted_at IS NULL] [qty >= $1]`},
			{`UPDATE o SET status = 'paid', version = version + 1 WHERE id = ? AND version = ?`,
				`update table=o status:='paid'~literal version:=version + 1!version [id = ?] [version = ?]`},
			{`UPDATE accounts a SET balance = a.balance + x.amount FROM transfers x WHERE x.id = $1 RETURNING a.id`,
				`update table=accounts balance:=a.balance + x.amount! [id = $1] returning=id`},
			{`UPDATE a SET a.qty = a.qty - 1 FROM accounts a JOIN s ON s.id = a.id WHERE s.x = @p1`,
				`update table=accounts qty:=a.qty - 1! [x = @p1]`},
			{`UPDATE t SET (a, b) = ($1, b + 1) WHERE (x, y) = ($2, $3)`,
				`update table=t a:=$1 b:=b + 1! [x = $2] [y = $3]`},
			{`UPDATE t SET n += 1 WHERE id = @p1`, `update table=t n:=1~literal! [id = @p1]`},
			{`UPDATE t SET a = IF(b > 1, 2, 3) WHERE $1 = id`, `update table=t a:=IF(b > 1, 2, 3) [id = $1]`},
			{`UPDATE t SET a = 1 WHERE x = 1 OR y = 2`, `update table=t a:=1~literal [x = 1 OR y = 2]`},
			{`UPDATE t SET a = 1 WHERE x BETWEEN 1 AND 2 AND y NOT IN (3) AND z = ANY($1)`,
				`update table=t a:=1~literal [x BETWEEN 1 AND 2] [y NOT IN (3)~literal] [z IN ($1)]`},
			{`UPDATE t USING TTL ? SET a = ? WHERE id = ? IF v = ?`, `update table=t a:=? [id = ?] [v = ?]`},
			{`ALTER TABLE t ON CLUSTER c UPDATE a = 1 WHERE id = 2`, `update table=t a:=1~literal [id = 2~literal]`},
			{`UPDATE t SET a = 1`, `update table=t a:=1~literal`},
			{`UPDATE t SET a = 1 WHERE NOT EXISTS (SELECT 1) AND EXISTS (SELECT 2)`,
				`update table=t a:=1~literal [NOT EXISTS (SELECT 1)] [EXISTS (SELECT 2)]`},
		},
		"delete": {
			{`DELETE FROM t WHERE id IN (?, ?)`, `delete table=t [id IN (?, ?)]`},
			{`DELETE o FROM orders o JOIN x ON x.id = o.id WHERE x.a = ?`, `delete table=orders [a = ?]`},
			{`DELETE FROM ONLY t USING s WHERE t.id = s.id AND s.n = $1`, `delete table=t [id = s.id] [n = $1]`},
			{`DELETE t WHERE id = @id`, `delete table=t [id = @id]`},
			{`ALTER TABLE t DELETE WHERE id = 1`, `delete table=t [id = 1~literal]`},
		},
		"select": {
			{`SELECT id, o.status AS st FROM shop.orders o WHERE id = $1 FOR UPDATE SKIP LOCKED`,
				`select shop.orders columns=id,st [id = $1] locking`},
			{`SELECT 1 FROM t WITH (UPDLOCK) WHERE id = @p1`, `select table=t columns=1 [id = @p1] locking`},
			{`SELECT pg_advisory_xact_lock($1)`, `select table= columns=) locking`},
			{`SELECT EXISTS (SELECT 1 FROM seen s WHERE s.id = $1)`, `select table=seen columns=) [id = $1]`},
			{`SELECT CASE WHEN EXISTS (SELECT 1 FROM seen WHERE id = $1) THEN 1 END`, `select table= columns=end`},
			{`SELECT NOT EXISTS (SELECT 1 FROM seen WHERE id = $1)`, `select table= columns=)`},
			{`SELECT EXISTS (SELECT`, `select table= columns=select`},
			{`SELECT x FROM unnest($1) x`, `select table= columns=x`},
		},
		"with": {
			{`WITH x AS (INSERT INTO t (a) VALUES ($1) RETURNING a) SELECT a FROM x`,
				`insert table=t columns=a row=$1 returning=a cte`},
			{`WITH c AS (INSERT INTO seen (id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id)
			  UPDATE acc SET bal = bal + $2 WHERE id = $3 AND EXISTS (SELECT 1 FROM c)`,
				`update table=acc bal:=bal + $2! [id = $3] [EXISTS (SELECT 1 FROM c)] cte` +
					` with[insert table=seen columns=id row=$1 conflict=nothing() returning=id cte]`},
			{`WITH up AS (UPDATE t SET a = $1 WHERE id = $2 RETURNING *) INSERT INTO t (id, a) SELECT $2, $1 WHERE NOT EXISTS (SELECT * FROM up)`,
				`insert table=t columns=id,a row=$2,$1 select notexists cte with[update table=t a:=$1 [id = $2] returning=* cte]`},
		},
		"holes": {
			{"INSERT INTO \x00 (a) VALUES ($1)", `insert table= columns=a row=$1 incomplete`},
			{"INSERT INTO \x00.orders (a) VALUES ($1)", `insert table=orders columns=a row=$1`},
			{"INSERT INTO %s_orders (a) VALUES (?)", `insert table= columns=a row=? incomplete`},
			{"INSERT INTO orders\x00 (a) VALUES ($1)", `insert table= columns=a row=$1 incomplete`},
			{"INSERT INTO t (a, b) VALUES ($1, \x00)", "insert table=t columns=a,b row=$1,·~unknown"},
			{"INSERT INTO t (a) VALUES \x00", `insert table=t columns=a incomplete`},
			{"INSERT INTO t (a) VALUES ($1) \x00", `insert table=t columns=a row=$1 incomplete`},
			{"INSERT INTO t (\x00) VALUES (1)", "insert table=t columns=\x00 row=1~literal incomplete"},
			{"INSERT INTO t (a) SELECT a FROM s WHERE b = \x00", `insert table=t columns=a row=a select`},
			{"UPDATE t SET a = \x00 WHERE id = '\x00'", "update table=t a:=·~unknown [id = '·'~unknown]"},
			{"UPDATE t SET \x00 WHERE id = 1", `update table=t [id = 1~literal] incomplete`},
			{"UPDATE t SET a = 1 \x00", `update table=t a:=1 ·~unknown incomplete`},
			{"DELETE FROM t WHERE a = 1 AND \x00", "delete table=t [a = 1~literal] [·~unknown]"},
			{"INSERT INTO t (a{more}) VALUES (?)", "insert table=t columns=a{more} row=? incomplete"},
			{"INSERT INTO {{.Table}} (a) VALUES (?)", "insert table= columns=a row=? incomplete"},
			{"DELETE FROM t \x00", "delete table=t incomplete"},
			{"\x00", `unknown table= incomplete`},
		},
		"other": {
			{``, `unknown table= incomplete`},
			{`CREATE TABLE t (a int)`, `other table=`},
			{`NOTIFY chan, 'x'`, `other table=`},
			{`CALL pay($1)`, `unknown table= incomplete`},
			{`BEGIN; UPDATE t SET a = 1; COMMIT`, `update table=t a:=1~literal`},
		},
	} {
		t.Run(name, func(t *testing.T) {
			for _, tt := range tests {
				assert.Equal(t, tt[1], brief(Parse(tt[0])), "%s", tt[0])
			}
		})
	}
}

func TestRelative(t *testing.T) {
	for value, want := range map[string]bool{
		`qty - $1`:                     true,
		`$1 + qty`:                     true,
		`t.qty * 2`:                    true,
		`"qty" + 1`:                    true,
		`COALESCE(qty, 0) + 1`:         true,
		`GREATEST(qty - $1, 0)`:        true,
		`GREATEST(qty, $1)`:            false,
		`COALESCE(qty, $1)`:            false,
		`qty`:                          false,
		`s.qty + 1`:                    false,
		`price * 2`:                    false,
		`qty || ',x'`:                  true,
		`qty || $1`:                    true,
		`qty || $1::jsonb`:             false,
		`qty || '{"a":1}'::jsonb`:      false,
		`qty || jsonb_build_array($1)`: true,
		`qty - 'key'`:                  false,
		`jsonb_set(qty, '{a}', $1)`:    false,
		`jsonb_set(qty, '{n}', (qty->>'n')::int + 1)`: true,
		`json_array_append(qty, '$', ?)`:              true,
		`array_append(qty, $1)`:                       true,
		`array_append(array_remove(qty, $1), $1)`:     true,
		`concat(qty, ?)`:                              true,
		`concat(a, ?)`:                                false,
		`NOT qty`:                                     true,
		`qty OR $1`:                                   false,
		`qty | 4`:                                     false,
		`CASE WHEN qty > 1 THEN $1 ELSE 0 END`:        false,
		`CASE WHEN a THEN qty - 1 ELSE qty END`:       true,
		`CASE a WHEN 1 THEN 2 ELSE qty + 1 END`:       true,
		`CASE WHEN a THEN 1 WHEN b THEN qty + 1 END`:  true,
		`IF(qty > 3, 1, 2)`:                           false,
		`IF(a, qty + 1, qty)`:                         true,
		`qty + INTERVAL '1 day'`:                      true,
		`DATE_ADD(qty, INTERVAL 1 DAY)`:               true,
		`(qty - 1)::int`:                              true,
		`CAST(qty + 1 AS int)`:                        true,
		`qty = 1`:                                     false,
		`(SELECT SUM(qty) FROM lines)`:                false,
		`(SELECT qty FROM t WHERE id = 1) - $1`:       true,
		`(SELECT x.qty - $1 FROM t x)`:                true,
		`(SELECT MAX(qty) + 1 FROM t)`:                true,
	} {
		s := Parse(`UPDATE t SET qty = ` + value + ` WHERE id = $9`)
		require.Len(t, s.Set, 1, value)
		assert.Equal(t, want, s.Set[0].Relative, value)
	}
}

func TestPlaceholders(t *testing.T) {
	s := Parse(`INSERT INTO t (a, b, c, d, e, f, g) VALUES (?, lower(?), :name, @name, {:dbx}, $7::text, sqlc.narg('x'))`)
	require.Len(t, s.Rows, 1)
	row := s.Rows[0]
	require.Len(t, row, 7)
	assert.Equal(t, 1, row[0].Placeholder)
	assert.Equal(t, 0, row[1].Placeholder)
	assert.Equal(t, []int{2}, row[1].Placeholders)
	assert.Equal(t, "name", row[2].Name)
	assert.Equal(t, "name", row[3].Name)
	assert.Equal(t, "dbx", row[4].Name)
	assert.Equal(t, 7, row[5].Placeholder)
	assert.Equal(t, "x", row[6].Name)

	s = Parse(`UPDATE t SET a = ?, b = b + ? WHERE doc ? 'key' AND id = ? AND x @> ?`)
	assert.Equal(t, 1, s.Set[0].Value.Placeholder)
	assert.Equal(t, []int{2}, s.Set[1].Value.Placeholders)
	assert.Equal(t, 3, s.Where[1].Value.Placeholder)
	assert.Equal(t, 4, s.Where[2].Value.Placeholder)

	s = Parse(`INSERT INTO {{orders}} (a, b) VALUES ({:a}, {b:UInt8})`)
	assert.Equal(t, "orders", s.Table)
	assert.Equal(t, "a", s.Rows[0][0].Name)
	assert.Equal(t, "b", s.Rows[0][1].Name)

	s = Parse(`UPDATE t SET a = @p2 WHERE id = :1`)
	assert.Equal(t, 2, s.Set[0].Value.Placeholder)
	assert.Equal(t, 1, s.Where[0].Value.Placeholder)
}

func TestColumn(t *testing.T) {
	s := Parse(`INSERT INTO t (a, b) VALUES ($1, $2)`)
	v, ok := s.Column(s.Rows[0], "b")
	assert.True(t, ok)
	assert.Equal(t, 2, v.Placeholder)
	_, ok = s.Column(s.Rows[0], "c")
	assert.False(t, ok)
	_, ok = s.Column(nil, "a")
	assert.False(t, ok)
}

func TestVolatile(t *testing.T) {
	for text, want := range map[string]bool{
		`now()`: true, `CURRENT_TIMESTAMP`: true, `uuid()`: true, `hex(randomblob(16))`: true, `nextval('s')`: true,
		`NEXT VALUE FOR s`: true, `datetime('now')`: true, `unix_timestamp()`: true, `unix_timestamp(a)`: false,
		`uuid_generate_v5($1, $2)`: false, `"now"`: false, `random`: false, `'now or later'`: false,
	} {
		s := Parse(`INSERT INTO t (a) VALUES (` + text + `)`)
		assert.Equal(t, want, s.Rows[0][0].Volatile, text)
	}
}

func TestTokens(t *testing.T) {
	for text, want := range map[string]string{
		`a--x` + "\nb":              `a b`,
		"# x\na":                    `a`,
		`a /* ' */ b`:               `a b`,
		`'a\'b' c`:                  `'a\'b' c`,
		`LIKE 'a' ESCAPE '\' AND x`: `LIKE 'a' ESCAPE '\' AND x`,
		`E'\\' x`:                   `E'\\' x`,
		`$$a;b$$ $f$ $$ $f$ $1`:     `$$a;b$$ $f$ $$ $f$ $1`,
		`a::text[] x[1]`:            `a :: text [ ] x [ 1 ]`,
		`t.[a b]`:                   `t . [a b]`,
		`a->>'x' #> y`:              `a ->> 'x' #> y`,
		`10%d`:                      `10 %d`,
		`a % b`:                     `a % b`,
		`'unclosed`:                 `'unclosed`,
		`1.5e-3+.5`:                 `1.5e-3 + .5`,
	} {
		var got []string
		for _, tok := range Tokens(text) {
			got = append(got, tok.Text)
		}
		assert.Equal(t, want, strings.Join(got, " "), text)
	}
}

func TestSplit(t *testing.T) {
	toks := Tokens("a; b (;) c;;\nGO\nd 'x;y' $$ ; $$\nCREATE TABLE t (a; CREATE TABLE u (b)")
	var got []string
	for _, stmt := range Split(toks) {
		got = append(got, stmt[0].Text)
	}
	assert.Equal(t, []string{"a", "b", "d", "CREATE"}, got)
	assert.Equal(t, 3, toks[len(toks)-1].Line-1)
}

func TestParseAllCountsPlaceholdersThrough(t *testing.T) {
	all := ParseAll(`UPDATE a SET x = ?; UPDATE b SET y = ?`)
	require.Len(t, all, 2)
	assert.Equal(t, 2, all[1].Set[0].Value.Placeholder)
}

func TestLongTextIsUnknown(t *testing.T) {
	s := Parse("INSERT INTO t VALUES " + strings.Repeat("(", 100_000))
	assert.Equal(t, Unknown, s.Kind)
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"INSERT INTO t (a) VALUES ($1) ON CONFLICT (a) DO UPDATE SET n = t.n + 1 WHERE t.v = 1 RETURNING a",
		"WITH x AS (DELETE FROM t RETURNING *) INSERT INTO u SELECT * FROM x",
		"MERGE INTO t USING (VALUES (?)) s (a) ON t.a = s.a WHEN MATCHED THEN UPDATE SET a = 1 WHEN NOT MATCHED THEN INSERT (a) VALUES (s.a)",
		"UPDATE t SET (a, b) = (1, CASE WHEN a THEN b + 1 END) WHERE a IS NOT DISTINCT FROM ? OR (b",
		"IF NOT EXISTS (SELECT 1) INSERT INTO \x00 (\x00) VALUES (\x00) \x00",
		"SELECT a FROM t FOR UPDATE", "{{a}} {b} {c:d} {:e} {{.F}} {{", "$$ $a$ 'E\\' [a `b \"c {: :: @@ ?| ?2 %s", "IS", "a IS NOT", "SET = =",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := Parse(text)
		for _, tok := range Tokens(text) {
			if text[tok.Pos:tok.Pos+len(tok.Text)] != tok.Text {
				t.Fatalf("token %q is not at %d", tok.Text, tok.Pos)
			}
		}
		if s.Complete && strings.Contains(s.Table, string(Hole)) {
			t.Fatalf("complete with a hole in the table: %q", text)
		}
	})
}
