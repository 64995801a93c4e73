package catalog

import (
	"fmt"
	"go/types"
	"strings"
)

// Symbol names a function, method, type or field the way documents do: by its
// package, the type it hangs on (empty for package functions and types), and
// its own name. Two symbols are the same thing when their keys are equal.
type Symbol struct {
	Path string // import path
	Recv string // receiver's type, or the struct of a field
	Name string
}

// String returns the symbol in the notation of documents, without pointers.
func (s Symbol) String() string {
	if s.Recv == "" {
		return s.Path + "." + s.Name
	}
	return "(" + s.Path + "." + s.Recv + ")." + s.Name
}

// key returns the symbol without the major version in its path.
func (s Symbol) key() Symbol {
	s.Path = CanonicalPath(s.Path)
	return s
}

// SymbolOf returns the symbol of a declared function, method or type. The
// zero Symbol stands for what no document can name: builtins, methods of
// unnamed interfaces.
func SymbolOf(obj types.Object) Symbol {
	if obj == nil || obj.Pkg() == nil {
		return Symbol{}
	}
	if v, ok := obj.(*types.Var); ok && v.IsField() {
		return Symbol{}
	}
	s := Symbol{Path: obj.Pkg().Path(), Name: obj.Name()}
	fn, ok := obj.(*types.Func)
	if !ok {
		return s
	}
	if recv := fn.Signature().Recv(); recv != nil {
		named := namedOf(recv.Type())
		if named == nil {
			return Symbol{}
		}
		s.Recv = named.Obj().Name()
	}
	return s
}

// namedOf returns the generic form of the named type t is, or points to.
func namedOf(t types.Type) *types.Named {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t = types.Unalias(p.Elem())
	}
	named, _ := t.(*types.Named)
	if named == nil {
		return nil
	}
	return named.Origin()
}

// CanonicalPath returns an import path without major versions: the elements
// v2, v3, ... and, below gopkg.in, the suffixes .v0, .v1, ...
func CanonicalPath(path string) string {
	inGopkg := strings.HasPrefix(path, "gopkg.in/")
	if !inGopkg && !strings.Contains(path, "/v") {
		return path
	}
	elems := strings.Split(path, "/")
	kept := elems[:0]
	for i, elem := range elems {
		if i > 0 && isMajor(elem) && elem != "v0" && elem != "v1" {
			continue
		}
		if inGopkg {
			if at := strings.LastIndex(elem, "."); at > 0 && isMajor(elem[at+1:]) {
				elem = elem[:at]
			}
		}
		kept = append(kept, elem)
	}
	return strings.Join(kept, "/")
}

// isMajor reports whether elem is a v followed by digits only.
func isMajor(elem string) bool {
	if len(elem) < 2 || elem[0] != 'v' {
		return false
	}
	return strings.Trim(elem[1:], "0123456789") == ""
}

// parseSymbol reads a function, method or type, with its package resolved
// through the aliases of the document; nil when all are resolved already.
func parseSymbol(text string, aliases map[string]string) (Symbol, error) {
	text = strings.TrimSpace(text)
	if !strings.HasPrefix(text, "(") {
		return parseQualified(strings.TrimPrefix(text, "*"), aliases)
	}
	recv, method, ok := strings.Cut(text[1:], ").")
	if !ok || !isName(method) {
		return Symbol{}, fmt.Errorf("%q is not a method, write (*pkg.Type).Method", text)
	}
	s, err := parseQualified(strings.TrimPrefix(recv, "*"), aliases)
	if err != nil {
		return Symbol{}, err
	}
	return Symbol{Path: s.Path, Recv: s.Name, Name: method}, nil
}

// parseField reads TYPE.FIELD, or (TYPE).FIELD.
func parseField(text string, aliases map[string]string) (Symbol, error) {
	if strings.HasPrefix(text, "(") {
		return parseSymbol(text, aliases)
	}
	at := strings.LastIndex(text, ".")
	if at < 0 || !isName(text[at+1:]) {
		return Symbol{}, fmt.Errorf("%q is not a field, write pkg.Type.Field", text)
	}
	s, err := parseQualified(text[:at], aliases)
	if err != nil {
		return Symbol{}, err
	}
	return Symbol{Path: s.Path, Recv: s.Name, Name: text[at+1:]}, nil
}

// parseQualified reads pkg.Name, where pkg is an alias or an import path.
func parseQualified(text string, aliases map[string]string) (Symbol, error) {
	at := strings.LastIndex(text, ".")
	if at <= 0 || !isName(text[at+1:]) {
		return Symbol{}, fmt.Errorf("%q is not a symbol, write pkg.Name or (*pkg.Type).Method", text)
	}
	path, err := resolvePackage(text[:at], aliases)
	if err != nil {
		return Symbol{}, err
	}
	return Symbol{Path: path, Name: text[at+1:]}, nil
}

// resolvePackage returns the import path an alias stands for, or the path
// itself when it is one.
func resolvePackage(text string, aliases map[string]string) (string, error) {
	if path, ok := aliases[text]; ok {
		return path, nil
	}
	if aliases == nil {
		return text, nil
	}
	if strings.ContainsAny(text, "()[]*{}, \t\n") {
		return "", fmt.Errorf("%q is not an import path", text)
	}
	if strings.Contains(text, "/") || stdlib[text] {
		return text, nil
	}
	// A path of one element outside the standard library, such as
	// "encore.dev", has a dot; aliases have none.
	if strings.Contains(text, ".") {
		return text, nil
	}
	return "", fmt.Errorf("unknown package %q%s", text, suggest(text, sortedKeys(aliases)))
}

// isName reports whether text is an identifier.
func isName(text string) bool {
	for i, r := range text {
		letter := r == '_' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || r > 127
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return text != ""
}

// isStd reports whether an import path belongs to the standard library.
func isStd(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return stdlib[first]
}

// stdlib holds the first path elements of the standard library.
var stdlib = setOf(
	"bufio", "bytes", "cmp", "compress", "container", "context", "crypto", "database", "debug",
	"embed", "encoding", "errors", "expvar", "flag", "fmt", "go", "hash", "html", "image", "index",
	"io", "iter", "log", "maps", "math", "mime", "net", "os", "path", "plugin", "reflect", "regexp",
	"runtime", "slices", "sort", "strconv", "strings", "structs", "sync", "syscall", "testing",
	"text", "time", "unicode", "unique", "unsafe", "weak",
)

// Short returns fn's name for messages: paymentintent.New,
// (*sqs.Client).SendMessage.
func Short(fn *types.Func) string {
	name := fn.Name()
	recv := fn.Signature().Recv()
	if recv == nil {
		if fn.Pkg() == nil {
			return name
		}
		return fn.Pkg().Name() + "." + name
	}
	named := namedOf(recv.Type())
	if named == nil {
		return "(interface)." + name
	}
	typ := named.Obj().Name()
	if pkg := named.Obj().Pkg(); pkg != nil {
		typ = pkg.Name() + "." + typ
	}
	if _, ok := types.Unalias(recv.Type()).(*types.Pointer); ok {
		typ = "*" + typ
	}
	return "(" + typ + ")." + name
}
