package model

import (
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"
)

// This file knows how programs name environment variables: by a call of package
// os, in the tag of a field that a configuration library fills, or by a name
// that such a library spells its own way.

// settingTags are the tags in which configuration libraries read the name of a
// variable, and those in which they read what comes before it.
var (
	settingTags   = []string{"env", "envconfig", "mapstructure", "conf", "koanf"}
	settingPrefix = []string{"envPrefix", "env-prefix", "prefix", "envprefix"}
)

// settings records the fields of the package's structs that have such a tag.
func (x *extractor) settings() {
	for _, named := range x.concreteTypes() {
		if st, ok := named.Underlying().(*types.Struct); ok {
			x.settingsOf(namedString(named), "", st)
		}
	}
}

func (x *extractor) settingsOf(owner, path string, st *types.Struct) {
	for i := range st.NumFields() {
		f, tag := st.Field(i), reflect.StructTag(st.Tag(i))
		at := path + f.Name()
		if slices.ContainsFunc(append(settingTags, settingPrefix...), func(key string) bool { _, ok := tag.Lookup(key); return ok }) {
			x.sum.Settings = append(x.sum.Settings, Setting{Type: owner, Path: at, Tag: st.Tag(i)})
		}
		if inner, ok := types.Unalias(f.Type()).(*types.Struct); ok {
			x.settingsOf(owner, at+".", inner)
		}
	}
}

// settingOf is the tag of a field, "" if it has none that matters.
func (w *world) settingOf(typ, path string) reflect.StructTag {
	for _, s := range w.sums {
		for _, f := range s.Settings {
			if f.Type == typ && f.Path == path {
				return reflect.StructTag(f.Tag)
			}
		}
	}
	return ""
}

// A link of the chain of fields that leads to a value: s.Imports.URL.
type fieldLink struct{ owner, name string }

// variables are the names of the environment variables that may fill x, a field
// of some configuration.
func (w *world) variables(x *Val) []string {
	chain, root := fieldChain(x)
	if len(chain) == 0 {
		return nil
	}
	prefix, names := "", []string(nil)
	owner, path := "", ""
	for i, l := range chain {
		if l.owner != "" {
			owner, path = l.owner, l.name
		} else {
			path += "." + l.name // of a struct without a name
		}
		tag := w.settingOf(owner, path)
		if i < len(chain)-1 {
			for _, key := range settingPrefix {
				prefix += tag.Get(key)
			}
			continue
		}
		for _, key := range settingTags {
			names = append(names, spelled(key, tag.Get(key))...)
		}
		if i == 0 && w.hasPrefix(owner) && root.op != OpCall {
			return nil // which of several prefixes is not known
		}
	}
	var out []string
	for _, n := range names {
		for _, p := range w.optionPrefix(root) {
			out = append(out, p+prefix+n)
		}
		out = append(out, prefix+n)
		for _, p := range processPrefix(root) {
			out = append(out, strings.ToUpper(p)+"_"+n)
		}
	}
	return out
}

// spelled is what a tag says of a variable's name.
func spelled(key, tag string) []string {
	if key == "conf" { // env:NAME,default:x
		for _, part := range strings.Split(tag, ",") {
			if name, ok := strings.CutPrefix(part, "env:"); ok {
				return []string{name}
			}
		}
		return nil
	}
	var out []string
	for _, name := range strings.Split(tag, ",") { // kong allows several, others end with options
		if variableName.MatchString(name) {
			out = append(out, name)
		}
		if key == "env" && name == strings.ToUpper(name) {
			continue
		}
		break
	}
	if len(out) == 0 && (key == "mapstructure" || key == "koanf" || key == "envconfig") {
		if name, _, _ := strings.Cut(tag, ","); name != "" && name != "-" {
			return []string{upperSnake(name)}
		}
	}
	return out
}

var variableName = regexp.MustCompile(`^[A-Z][A-Z0-9_]*$`)

// upperSnake is how libraries that read variables by themselves spell a name:
// queue.url and queue-url are QUEUE_URL.
func upperSnake(name string) string {
	return strings.ToUpper(strings.NewReplacer(".", "_", "-", "_").Replace(name))
}

// hasPrefix reports whether a field with a prefix has the struct as its type:
// the same field of it then has several names.
func (w *world) hasPrefix(owner string) bool {
	for _, s := range w.sums {
		for _, f := range s.Settings {
			tag := reflect.StructTag(f.Tag)
			for _, key := range settingPrefix {
				if _, ok := tag.Lookup(key); ok && f.Type != owner && strings.HasSuffix(f.Path, owner[strings.LastIndexByte(owner, '.')+1:]) {
					return true
				}
			}
		}
	}
	return false
}

// fieldChain is the fields that lead to x, the outermost first, and what they
// are fields of.
func fieldChain(x *Val) ([]fieldLink, *Val) {
	var chain []fieldLink
	for range maxDig {
		x = x.force()
		switch {
		case x.op == OpField:
			chain = append(chain, fieldLink{x.owner, x.text})
			x = x.args[0]
			continue
		case x.op == OpUnknown && x.text == "written" && x.owner != "":
			at := strings.LastIndexByte(x.owner, '.')
			chain = append(chain, fieldLink{x.owner[:at], x.owner[at+1:]})
		case x.op == OpObj && x.obj.base.force().op != OpZero:
			x = x.obj.base
			continue
		case x.op == OpAlt && x.union && len(x.args) == 1:
			x = x.args[0]
			continue
		}
		break
	}
	slices.Reverse(chain)
	return chain, x
}

// optionPrefix is what the options of the call that filled a configuration put
// before every name: env.Options{Prefix: "APP_"}.
func (w *world) optionPrefix(root *Val) []string {
	call := root
	if root.op == OpUnknown && len(root.args) > 0 {
		call = root.args[0].force()
	}
	if call.op != OpCall {
		return nil
	}
	var out []string
	for _, a := range call.callNode().Args {
		if x := call.fr.eval(a); x.op == OpObj {
			out = append(out, nonEmpty(texts(w.field(x, "Prefix", "")))...)
		}
	}
	return out
}

// processPrefix is the text given first to the call that filled a
// configuration: envconfig.Process("app", &cfg).
func processPrefix(root *Val) []string {
	if root.op != OpUnknown || len(root.args) == 0 || root.args[0].op != OpCall {
		return nil
	}
	n := root.args[0].callNode()
	if n.Op != OpCall || len(n.Args) < 2 || n.Call.Name != "Process" && n.Call.Name != "MustProcess" {
		return nil
	}
	return nonEmpty(texts(root.args[0].fr.eval(n.Args[0])))
}
