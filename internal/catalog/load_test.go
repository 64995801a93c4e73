package catalog

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"
)

func TestLoadErrors(t *testing.T) {
	for _, test := range []struct{ name, doc, want string }{
		{"unknown key", "library: a\nmodule: example.com/a\nefects: []\n",
			`x.yml:3: unknown key "efects", did you mean "effects"? (allowed: library, module, also, version, source, unverified, packages, broker, category, ordered, batches, handlers, messages, acks, effects, keys, guards, transactions, containers, reads, timeouts, retries, queues)`},
		{"unknown key below", "library: a\nmodule: example.com/a\nguards:\n  - func: example.com/a.F\n    does: claim\n    tll: ttl\n",
			`x.yml:6: unknown key "tll", did you mean "ttl"? (allowed: func, match, does, key, ttl, unit, if, script, store, note)`},
		{"key twice", "library: a\nmodule: example.com/a\nlibrary: b\n",
			`x.yml:3: key "library" is given twice`},
		{"library and module missing", "\npackages: {a: example.com/a}\n",
			"x.yml:2: library is missing: give the client library a short name\nx.yml:2: module is missing, but package example.com/a is not of the standard library"},
		{"module missing, full path", "library: a\nkeys: [{func: example.com/a.F, origin: fresh}]\n",
			"x.yml:2: module is missing, but example.com/a.F is not of the standard library"},
		{"enumeration", "library: a\nmodule: example.com/a\nacks:\n- {func: example.com/a.F, does: comit}\n",
			`x.yml:4: does is "comit", did you mean "commit"? (allowed: ack, requeue, drop, dead-letter, extend, commit)`},
		{"origin", "library: time\nkeys:\n- func: time.Now\n  origin: frsh\n",
			`x.yml:4: origin is "frsh", did you mean "fresh"? (allowed: fresh, derived, transport, business, constant)`},
		{"category missing", "library: a\nmodule: example.com/a\neffects:\n- func: example.com/a.F\n",
			"x.yml:4: category is missing, here and in the document"},
		{"given", "library: a\nmodule: example.com/a\neffects:\n- {func: example.com/a.F, category: db, given: op=(}\n",
			`x.yml:4: given is "op=(", want PARAM=TYPE with a regular expression`},
		{"returns", "library: a\nmodule: example.com/a\nhandlers:\n- {func: example.com/a.F, arg: f, returns: {nil: acked}}\n",
			`x.yml:4: returns.nil is "acked", did you mean "ack"? (allowed: ack, redeliver, drop, dead-letter)`},
		{"regular expression", "library: a\nmodule: example.com/a\neffects:\n- category: db\n  match:\n    packages: example.com/a\n    name: '('\n",
			"x.yml:7: name: error parsing regexp: missing closing ): `^(?:()$`"},
		{"pattern of nothing", "library: a\nmodule: example.com/a\neffects:\n- category: db\n  match: {name: F}\n",
			"x.yml:5: packages is missing, and neither param, result nor generated says where to look"},
		{"alias", "library: a\nmodule: example.com/a\npackages: {types: example.com/a/types}\nmessages:\n- type: tpyes.M\n",
			`x.yml:5: unknown package "tpyes", did you mean "types"?`},
		{"symbol", "library: a\nmodule: example.com/a\nkeys:\n- {func: (*example.com/a.T).a.b, origin: fresh}\n",
			`x.yml:4: "(*example.com/a.T).a.b" is not a method, write (*pkg.Type).Method`},
		{"twice", "library: a\nmodule: example.com/a\nkeys:\n- {func: example.com/a.F, origin: fresh}\n- {func: example.com/a.F, origin: derived}\n",
			"x.yml:5: example.com/a.F already stands in keys at line 4"},
		{"kinds of handler", "library: a\nmodule: example.com/a\nhandlers:\n- {func: example.com/a.F, receive: example.com/a.G}\n",
			"x.yml:4: a handler has exactly one of func, implements, receive, param, field, convert; this has 2"},
		{"part", "library: a\nmodule: example.com/a\nmessages:\n- {type: example.com/a.M, transport: ['ID()']}\n",
			`x.yml:4: "ID()" is not a part of a message, write Field, Field.Field or Field["key"]`},
		{"duration", "library: a\nmodule: example.com/a\nhandlers:\n- {param: example.com/a.M, lease: 30 seconds}\n",
			`x.yml:4: lease is "30 seconds", want a duration such as 30s, 5m, 24h, or extended, none`},
		{"scalar for mapping", "library: a\nmodule: example.com/a\nkeys: F\n",
			"x.yml:3: origin is missing (one of: fresh, derived, transport, business, constant)\nx.yml:3: want a mapping with the keys func, match, origin, from, into, note\nx.yml:3: want exactly one of func and match"},
		{"second document", "library: time\n---\nlibrary: a\nmodul: b\n",
			`x.yml:4: unknown key "modul", did you mean "module"? (allowed: library, module, also, version, source, unverified, packages, broker, category, ordered, batches, handlers, messages, acks, effects, keys, guards, transactions, containers, reads, timeouts, retries, queues)`},
		{"syntax", "library: a\n  b: c\n",
			"x.yml:2: mapping values are not allowed in this context"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := Load(Source{Name: "x.yml", Data: []byte(test.doc)})
			require.EqualError(t, err, test.want)
		})
	}
}

func TestLoadNode(t *testing.T) {
	var config struct {
		Libraries yaml.Node `yaml:"libraries"`
	}
	const text = "version: 1\nlibraries:\n  - library: pay\n    module: example.com/pay\n    effects:\n      - func: example.com/pay.Do\n        category: mony\n"
	require.NoError(t, yaml.Unmarshal([]byte(text), &config))
	_, err := Load(LoadNode(".idemlint.yml", &config.Libraries))
	require.ErrorContains(t, err, `.idemlint.yml:7: category is "mony", did you mean "money"?`)
}

func TestHash(t *testing.T) {
	hash := func(docs ...string) string { return load(t, docs...).Hash() }
	require.Equal(t, hash("library: time"), hash("library: time"))
	require.NotEqual(t, hash("library: time"), hash("library: time", "library: os"))
	require.NotEqual(t, hash("library: time"), hash("library: os"))
}

func FuzzLoad(f *testing.F) {
	fsys := os.DirFS("../../libraries")
	sources, err := FromFS(fsys)
	require.NoError(f, err)
	for _, src := range sources {
		f.Add(src.Data)
	}
	f.Add([]byte("library: &a [*a, *a]"))
	f.Add([]byte("&a\nhandlers: *a"))
	f.Add([]byte("effects: [{match: {}}, {func: [a.b, (a.b).c]}]"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Load(Source{Name: "fuzz.yml", Data: data})
		if (c == nil) == (err == nil) {
			t.Fatalf("want a catalogue or an error, got %v, %v", c, err)
		}
	})
}
