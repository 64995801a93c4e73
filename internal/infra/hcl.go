package infra

import (
	"bytes"
	"errors"
	"path"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"
)

// block is a top-level block of a Terraform file: resource, data, module,
// variable, output, locals.
type block struct {
	typ    string
	labels []string
	body   *hclsyntax.Body
	at     Place
	// overridden are the attributes and blocks that an override file touches.
	overridden map[string]bool
}

// key names the block within its module.
func (b *block) key() string { return b.typ + "." + strings.Join(b.labels, ".") }

func placeOf(r hcl.Range) Place {
	return Place{File: r.Filename, Line: r.Start.Line, Column: r.Start.Column}
}

// parseHCL parses a Terraform file, native or JSON. What can be parsed of a
// broken file is returned together with the first fault.
func parseHCL(file string, data []byte) ([]*block, error) {
	if nestsTooDeep(data) {
		return nil, &placedError{Place{File: file, Line: 1}, errTooDeep}
	}
	if path.Ext(file) == ".json" {
		return parseHCLJSON(file, data)
	}
	tree, diags := hclsyntax.ParseConfig(data, file, hcl.InitialPos)
	var fault error
	for _, d := range diags {
		if d.Severity == hcl.DiagError {
			at := Place{File: file, Line: 1}
			if d.Subject != nil {
				at = placeOf(*d.Subject)
			}
			fault = &placedError{at, errors.New("not HCL: " + strings.TrimSuffix(d.Summary+"; "+d.Detail, "."))}
			break
		}
	}
	if tree == nil {
		return nil, fault
	}
	body, ok := tree.Body.(*hclsyntax.Body)
	if !ok {
		return nil, fault
	}
	var blocks []*block
	for _, b := range body.Blocks {
		blocks = append(blocks, &block{typ: b.Type, labels: b.Labels, body: b.Body, at: placeOf(b.Range())})
	}
	return blocks, fault
}

// labelCount is how many labels each top-level block has; JSON writes them as
// nested objects.
var labelCount = map[string]int{"resource": 2, "data": 2, "module": 1, "variable": 1, "output": 1, "locals": 0}

// parseHCLJSON makes blocks of the JSON syntax, as CDKTF writes it: its strings
// are templates.
func parseHCLJSON(file string, data []byte) ([]*block, error) {
	root, err := parseJSON(file, data)
	if err != nil {
		return nil, err
	}
	var blocks []*block
	for _, f := range root.fields {
		if n, ok := labelCount[f.name]; ok {
			blocks = append(blocks, jsonBlocks(f.name, nil, n, f)...)
		}
	}
	return blocks, nil
}

func jsonBlocks(typ string, labels []string, more int, f field) []*block {
	items := []*value{f.value}
	if f.value.kind == isList {
		items = f.value.items
	}
	var blocks []*block
	for _, item := range items {
		if item.kind != isObject {
			continue
		}
		if more == 0 {
			blocks = append(blocks, &block{typ: typ, labels: labels, body: jsonBody(item), at: f.at})
			continue
		}
		for _, inner := range item.fields {
			next := append(append([]string(nil), labels...), inner.name)
			blocks = append(blocks, jsonBlocks(typ, next, more-1, inner)...)
		}
	}
	return blocks
}

func jsonBody(v *value) *hclsyntax.Body {
	body := &hclsyntax.Body{Attributes: hclsyntax.Attributes{}, SrcRange: rangeOf(v.at), EndRange: rangeOf(v.at)}
	for _, f := range v.fields {
		name, expr := f.name, jsonExpr(f.value)
		if name == "dynamic" { // its blocks may or may not be there
			for _, inner := range f.value.fields {
				body.Attributes[inner.name] = &hclsyntax.Attribute{Name: inner.name, SrcRange: rangeOf(inner.at), NameRange: rangeOf(inner.at),
					Expr: &hclsyntax.LiteralValueExpr{Val: cty.DynamicVal, SrcRange: rangeOf(inner.at)}}
			}
			continue
		}
		body.Attributes[name] = &hclsyntax.Attribute{Name: name, Expr: expr, SrcRange: rangeOf(f.at), NameRange: rangeOf(f.at)}
	}
	return body
}

func rangeOf(at Place) hcl.Range {
	pos := hcl.Pos{Line: at.Line, Column: at.Column}
	return hcl.Range{Filename: at.File, Start: pos, End: pos}
}

// jsonExpr makes the expression that a JSON value stands for.
func jsonExpr(v *value) hclsyntax.Expression {
	rng := rangeOf(v.at)
	switch v.kind {
	case isText:
		return templateExpr(v.text, v.at)
	case isNumber:
		n, err := cty.ParseNumberVal(v.text)
		if err != nil {
			n = cty.DynamicVal
		}
		return &hclsyntax.LiteralValueExpr{Val: n, SrcRange: rng}
	case isBool:
		return &hclsyntax.LiteralValueExpr{Val: cty.BoolVal(v.text == "true"), SrcRange: rng}
	case isList:
		tuple := &hclsyntax.TupleConsExpr{SrcRange: rng, OpenRange: rng}
		for _, item := range v.items {
			tuple.Exprs = append(tuple.Exprs, jsonExpr(item))
		}
		return tuple
	case isObject:
		object := &hclsyntax.ObjectConsExpr{SrcRange: rng, OpenRange: rng}
		for _, f := range v.fields {
			object.Items = append(object.Items, hclsyntax.ObjectConsItem{
				KeyExpr:   &hclsyntax.LiteralValueExpr{Val: cty.StringVal(f.name), SrcRange: rangeOf(f.at)},
				ValueExpr: jsonExpr(f.value),
			})
		}
		return object
	}
	return &hclsyntax.LiteralValueExpr{Val: cty.NullVal(cty.DynamicPseudoType), SrcRange: rng}
}

// templateExpr parses a text with ${...} in it. One that is not a template is
// not known.
func templateExpr(s string, at Place) hclsyntax.Expression {
	if !strings.Contains(s, "${") && !strings.Contains(s, "%{") {
		return &hclsyntax.LiteralValueExpr{Val: cty.StringVal(s), SrcRange: rangeOf(at)}
	}
	pos := hcl.Pos{Line: at.Line, Column: at.Column}
	if !nestsTooDeep([]byte(s)) {
		if expr, diags := hclsyntax.ParseTemplate([]byte(s), at.File, pos); !diags.HasErrors() {
			return expr
		}
	}
	return &hclsyntax.LiteralValueExpr{Val: cty.DynamicVal, SrcRange: rangeOf(at)}
}

// parseVariables parses a .tfvars file: attributes only.
func parseVariables(file string, data []byte) (hclsyntax.Attributes, error) {
	if nestsTooDeep(data) {
		return nil, &placedError{Place{File: file, Line: 1}, errTooDeep}
	}
	if path.Ext(file) == ".json" {
		root, err := parseJSON(file, data)
		if err != nil {
			return nil, err
		}
		return jsonBody(root).Attributes, nil
	}
	tree, diags := hclsyntax.ParseConfig(data, file, hcl.InitialPos)
	var fault error
	if diags.HasErrors() {
		fault = &placedError{Place{File: file, Line: 1}, errors.New("not HCL: " + diags.Error())}
	}
	if tree == nil {
		return nil, fault
	}
	body, ok := tree.Body.(*hclsyntax.Body)
	if !ok {
		return nil, fault
	}
	return body.Attributes, fault
}

func isTerraformFile(base string) bool {
	for _, suffix := range []string{".tf", ".tofu", ".tf.json", ".tofu.json", ".tfvars", ".tfvars.json"} {
		if strings.HasSuffix(base, suffix) {
			return true
		}
	}
	return base == "terragrunt.hcl"
}

// mayHoldQueues reports whether a Terraform file has a word that a definition
// of interest has.
func mayHoldQueues(data []byte) bool {
	return containsAny(data, "sqs", "pubsub", "servicebus", "rabbitmq", "kafka_topic", "jetstream", "storage_queue",
		"aws_lambda_event_source_mapping", "event_source_mapping", "eventarc", "queue")
}

var localSource = regexp.MustCompile(`\bsource"?\s*[=:]\s*"(\.\.?/[^"]*)"`)

// localSources finds the local modules that a file calls, without parsing it.
func localSources(data []byte) []string {
	var found []string
	if !bytes.Contains(data, []byte("source")) {
		return nil
	}
	for _, m := range localSource.FindAllSubmatch(data, -1) {
		found = append(found, string(m[1]))
	}
	return found
}
