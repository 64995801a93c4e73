package libraries_test

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The comments of the types that are read are the reference: what is added there
// stands in docs/configuration.md.
const (
	configTypes  = "../internal/config/config.go"
	catalogTypes = "../internal/catalog/format.go"
)

// TestConfigDocs keeps the reference in docs/configuration.md in step.
func TestConfigDocs(t *testing.T) {
	const file = "../docs/configuration.md"
	const begin, end = "<!-- reference -->\n", "<!-- end of reference -->"
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, ok := bytes.Cut(got, []byte(begin))
	_, tail, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		t.Fatalf("%s has no %s", file, begin)
	}
	var b bytes.Buffer
	b.Write(head)
	b.WriteString(begin)
	b.WriteString("\n## Keys of the file\n")
	reference(t, &b, configTypes, map[string]string{"Config": "", "Rule": "rules", "Category": "categories"})
	b.WriteString("\n## Keys of a library\n")
	reference(t, &b, catalogTypes, nil)
	b.WriteString(end)
	b.Write(tail)
	if *update {
		if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(got, b.Bytes()) {
		t.Errorf("%s is stale: run go test ./libraries -run TestConfigDocs -update", file)
	}
}

// reference writes a table for every struct of a file whose fields have yaml keys:
// all of them, or those named, under the names given.
func reference(t *testing.T, b *bytes.Buffer, file string, only map[string]string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	names := listedAs(parsed)
	for _, decl := range parsed.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok {
			continue
		}
		for _, spec := range gen.Specs {
			typ, ok := spec.(*ast.TypeSpec)
			if !ok {
				continue
			}
			st, ok := typ.Type.(*ast.StructType)
			if !ok {
				continue
			}
			name, wanted := only[typ.Name.Name]
			if only == nil {
				name, wanted = names[typ.Name.Name], true
			}
			if rows := rowsOf(st); wanted && rows != "" {
				if name != "" {
					fmt.Fprintf(b, "\n### %s\n", name)
				}
				if only == nil {
					fmt.Fprintf(b, "\n%s\n", prose(gen.Doc.Text(), typ.Name.Name))
				}
				fmt.Fprintf(b, "\n| key | meaning |\n| --- | --- |\n%s", rows)
			}
		}
	}
}

// listedAs finds under which keys the structs of a file stand.
func listedAs(file *ast.File) map[string]string {
	names := map[string]string{"Library": ""}
	ast.Inspect(file, func(n ast.Node) bool {
		field, ok := n.(*ast.Field)
		if !ok || field.Tag == nil {
			return true
		}
		typ := field.Type
		for {
			switch x := typ.(type) {
			case *ast.ArrayType:
				typ = x.Elt
				continue
			case *ast.StarExpr:
				typ = x.X
				continue
			}
			break
		}
		if id, isIdent := typ.(*ast.Ident); isIdent && ast.IsExported(id.Name) && names[id.Name] == "" {
			names[id.Name] = keyOf(field)
		}
		return true
	})
	return names
}

func keyOf(field *ast.Field) string {
	if field.Tag == nil {
		return ""
	}
	tag, err := strconv.Unquote(field.Tag.Value)
	if err != nil {
		return ""
	}
	key, _, _ := strings.Cut(reflect.StructTag(tag).Get("yaml"), ",")
	if key == "-" {
		return ""
	}
	return key
}

// rowsOf are the keys of a struct. A comment that stands above several fields is
// told at the first of them.
func rowsOf(st *ast.StructType) string {
	var b strings.Builder
	for _, field := range st.Fields.List {
		key := keyOf(field)
		if key == "" || len(field.Names) == 0 {
			continue
		}
		text := strings.ReplaceAll(prose(field.Doc.Text(), field.Names[0].Name), "|", `\|`)
		for _, other := range st.Fields.List {
			if k := keyOf(other); k != "" && len(other.Names) > 0 {
				text = regexp.MustCompile(`\b`+other.Names[0].Name+`\b`).ReplaceAllString(text, "`"+k+"`")
			}
		}
		fmt.Fprintf(&b, "| `%s` | %s |\n", key, text)
	}
	return b.String()
}

// prose is a comment as one paragraph, without the Go name it begins with.
func prose(comment, name string) string {
	text := strings.Join(strings.Fields(comment), " ")
	for _, verb := range []string{" is ", " are ", " says ", " names ", " lists "} {
		if rest, ok := strings.CutPrefix(text, name+verb); ok {
			if verb == " is " || verb == " are " {
				return rest
			}
			return strings.TrimSpace(verb) + " " + rest
		}
	}
	return text
}
