package schema

import (
	"bytes"
	"errors"
	"io"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"go.yaml.in/yaml/v3"
)

// addDynamo adds a DynamoDB table. The hash key, with the range key if there is
// one, identifies an item. composite says that there is a range key even when
// its name is not known; then, or without a hash key, the table is not added.
func (r *reader) addDynamo(name, hash, sort string, composite bool, at Place) {
	if hash == "" || composite && sort == "" {
		return
	}
	columns := []string{hash}
	if composite {
		columns = append(columns, sort)
	}
	t := &Table{Name: name, Source: "dynamodb", Complete: true, Place: at}
	for _, c := range columns {
		t.Columns = append(t.Columns, Column{Name: c, NotNull: true})
	}
	t.Unique = []Index{{Columns: columns, Primary: true, Place: at}}
	r.dynamo = append(r.dynamo, t)
}

// readTerraform reads the keys of DynamoDB tables. Module variables are not
// resolved: a key that is one is not known.
func (r *reader) readTerraform(file string, data []byte) {
	if !bytes.Contains(data, []byte("dynamodb")) || !bytes.Contains(data, []byte("hash_key")) {
		return
	}
	if isDeep(data) {
		r.warn(Place{File: file, Line: 1}, "nested too deeply: not read")
		return
	}
	tree, diags := hclsyntax.ParseConfig(data, file, hcl.InitialPos)
	for _, d := range diags.Errs() {
		at := Place{File: file, Line: 1}
		if d, ok := d.(*hcl.Diagnostic); ok && d.Subject != nil {
			at.Line = d.Subject.Start.Line
		}
		r.warn(at, d.Error())
	}
	if tree == nil {
		return
	}
	body, ok := tree.Body.(*hclsyntax.Body)
	if !ok {
		return
	}
	for _, b := range body.Blocks {
		if definesTable(b) {
			r.terraformTable(file, b)
		}
	}
}

// isDeep reports whether brackets are nested, or operators stacked, deeper than
// anyone writes. The HCL parser recurses without a limit, and a stack that
// overflows cannot be recovered from.
func isDeep(data []byte) bool {
	const limit = 1000
	depth, run := 0, 0
	for _, c := range data {
		switch c {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			depth = max(depth-1, 0)
		case '!', '-', '?':
			run++
		case '\n':
			run = 0
		}
		if depth > limit || run > limit {
			return true
		}
	}
	return false
}

// definesTable reports whether a block is a DynamoDB table: the resource, or a
// module for one, which takes the same arguments.
func definesTable(b *hclsyntax.Block) bool {
	switch {
	case b.Type == "resource" && len(b.Labels) == 2:
		return b.Labels[0] == "aws_dynamodb_table"
	case b.Type == "module" && b.Body.Attributes["source"] != nil:
		return strings.Contains(hclText(b.Body.Attributes["source"].Expr), "dynamodb")
	}
	return false
}

func (r *reader) terraformTable(file string, b *hclsyntax.Block) {
	attr := func(name string) string {
		a := b.Body.Attributes[name]
		if a == nil {
			return ""
		}
		return hclText(a.Expr)
	}
	_, composite := b.Body.Attributes["range_key"]
	at := Place{File: file, Line: b.Range().Start.Line}
	r.addDynamo(attr("name"), attr("hash_key"), attr("range_key"), composite, at)
}

// hclText returns the text of an expression without variables, or "".
func hclText(e hclsyntax.Expression) string {
	v, diags := e.Value(nil)
	if diags.HasErrors() || v.IsNull() || !v.IsKnown() || v.Type().FriendlyName() != "string" {
		return ""
	}
	return v.AsString()
}

// readCloudFormation reads the keys of AWS::DynamoDB::Table resources from
// CloudFormation and SAM templates, CDK output and serverless.yml. JSON is YAML.
func (r *reader) readCloudFormation(file string, data []byte) {
	if !bytes.Contains(data, []byte("AWS::DynamoDB::")) && !bytes.Contains(data, []byte("AWS::Serverless::SimpleTable")) {
		return
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	w := yamlWalk{reader: r, file: file, budget: maxYAMLNodes}
	for {
		var doc yaml.Node
		if err := dec.Decode(&doc); err != nil {
			if !errors.Is(err, io.EOF) {
				r.warn(Place{File: file, Line: 1}, err.Error())
			}
			return
		}
		w.visit(&doc, 0)
		if w.budget <= 0 {
			r.warn(Place{File: file, Line: 1}, "too many nodes or aliases: not read to the end")
			return
		}
	}
}

// The bounds on a YAML file: aliases can make a small one endless.
const (
	maxYAMLNodes = 500_000
	maxYAMLDepth = 200
)

type yamlWalk struct {
	*reader
	file   string
	budget int
}

// visit looks for resources at every level.
func (w *yamlWalk) visit(n *yaml.Node, depth int) {
	if w.budget--; w.budget <= 0 || depth > maxYAMLDepth || n == nil {
		return
	}
	if n.Kind == yaml.MappingNode {
		switch scalar(child(n, "Type")) {
		case "AWS::DynamoDB::Table", "AWS::DynamoDB::GlobalTable":
			w.table(n)
			return
		case "AWS::Serverless::SimpleTable":
			w.simpleTable(n)
			return
		}
	}
	for _, c := range n.Content {
		w.visit(c, depth+1)
	}
	if n.Alias != nil {
		w.visit(n.Alias, depth+1)
	}
}

func (w *yamlWalk) table(n *yaml.Node) {
	props := child(n, "Properties")
	keys := child(props, "KeySchema")
	if keys == nil {
		return
	}
	var hash, sort string
	for _, k := range keys.Content {
		switch strings.ToUpper(scalar(child(k, "KeyType"))) {
		case "HASH":
			hash = scalar(child(k, "AttributeName"))
		case "RANGE":
			sort = scalar(child(k, "AttributeName"))
		}
	}
	w.addDynamo(scalar(child(props, "TableName")), hash, sort, len(keys.Content) > 1, Place{File: w.file, Line: n.Line})
}

// simpleTable reads SAM's table, whose key is id unless it says otherwise.
func (w *yamlWalk) simpleTable(n *yaml.Node) {
	props := child(n, "Properties")
	hash := "id"
	if key := child(props, "PrimaryKey"); key != nil {
		hash = scalar(child(key, "Name"))
	}
	w.addDynamo(scalar(child(props, "TableName")), hash, "", false, Place{File: w.file, Line: n.Line})
}

// child returns the value of a key, through an alias, or nil.
func child(n *yaml.Node, key string) *yaml.Node {
	if n != nil && n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			if v := n.Content[i+1]; v.Kind == yaml.AliasNode {
				return v.Alias
			}
			return n.Content[i+1]
		}
	}
	return nil
}

// scalar returns a plain text value; one with a tag of its own (!Sub, !Ref), or
// with a variable in it, is not known.
func scalar(n *yaml.Node) string {
	if n == nil || n.Kind != yaml.ScalarNode || strings.Contains(n.Value, "${") ||
		strings.HasPrefix(n.Tag, "!") && !strings.HasPrefix(n.Tag, "!!") {
		return ""
	}
	return n.Value
}
