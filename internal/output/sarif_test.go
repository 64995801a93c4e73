package output

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif" // for its schema
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/xeipuuv/gojsonschema"

	"github.com/idemlint/idemlint/internal/finding"
)

// schema returns the schema of SARIF 2.1.0 with errata 01, as go-sarif carries it
// for its own use. Its Validate would judge what it made of a log: with fields
// it does not know left out, and missing ones filled in.
var schema = sync.OnceValues(func() (*gojsonschema.Schema, error) {
	dir, err := exec.Command("go", "list", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif").Output()
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "schema.go"), nil, 0)
	if err != nil {
		return nil, err
	}
	var text string
	ast.Inspect(file, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, err = strconv.Unquote(lit.Value)
		}
		return err == nil
	})
	if err != nil {
		return nil, err
	}
	return gojsonschema.NewSchema(gojsonschema.NewStringLoader(text))
})

// invalid lists what is wrong with a log.
func invalid(t *testing.T, log []byte) []gojsonschema.ResultError {
	t.Helper()
	s, err := schema()
	require.NoError(t, err)
	result, err := s.Validate(gojsonschema.NewBytesLoader(log))
	require.NoError(t, err)
	return result.Errors()
}

func written(t *testing.T, write func(*bytes.Buffer) error) []byte {
	t.Helper()
	var buf bytes.Buffer
	require.NoError(t, write(&buf))
	return buf.Bytes()
}

func asSARIF(t *testing.T, run *Run) sarifRun {
	t.Helper()
	text := written(t, func(b *bytes.Buffer) error { return writeSARIF(b, run) })
	require.Empty(t, invalid(t, text))
	var log sarifLog
	require.NoError(t, json.Unmarshal(text, &log))
	require.Len(t, log.Runs, 1)
	return log.Runs[0]
}

func TestSARIF(t *testing.T) {
	assert.NotEmpty(t, invalid(t, []byte(`{"version":"2.1.0","runs":[{"tool":{"driver":{"name":"x"}},"results":[{"level":"fatal"}]}]}`)), "the schema is the right one")
	asSARIF(t, new(Run))
	asSARIF(t, saved(t))

	run := asSARIF(t, inSetting(t))
	require.Len(t, run.Tool.Driver.Rules, 3, "all rules are described, with findings or without")
	rule := run.Tool.Driver.Rules[0]
	assert.Equal(t, "IDM001", rule.ID)
	assert.Equal(t, "nokey", rule.Name)
	assert.Equal(t, "# IDM001 nokey\n\nThe page.\n", rule.Help.Markdown)
	assert.Equal(t, sarifProperties{Tags: []string{"reliability", "idempotency"}, Precision: "medium", ProblemSeverity: "error"}, *rule.Properties)
	assert.Equal(t, "recommendation", run.Tool.Driver.Rules[2].Properties.ProblemSeverity)

	result := run.Results[0]
	assert.Equal(t, map[string]string{"idemlint/v1": "0123456789abcdef"}, result.Fingerprints)
	at := result.Locations[0].Physical
	assert.Equal(t, sarifArtifact{"svc/pay/gate%20way.go", "%SRCROOT%"}, at.Artifact, "relative to the repository, as a URI")
	// 17 bytes stand before it: é has 2 and is 1 unit, 💸 has 4 and is 2 units.
	assert.Equal(t, sarifRegion{StartLine: 2, StartColumn: 15}, at.Region)
	flow := result.CodeFlows[0].ThreadFlows[0].Locations
	require.Len(t, flow, 2, "ways of other handlers are not part of the flow")
	assert.Equal(t, "svc/orders/consumer.go", flow[0].Location.Physical.Artifact.URI)
	assert.Equal(t, sarifRegion{StartLine: 30}, flow[0].Location.Physical.Region, "no column is better than a wrong one")

	change := result.Fixes[0].Changes[0]
	assert.Equal(t, sarifRegion{2, 15, 2, 23}, change.Replacements[0].Deleted)
	assert.Equal(t, "Keyed()", change.Replacements[0].Inserted.Text)

	assert.Equal(t, sarifArtifact{"../other/queue.tf", ""}, run.Results[2].Locations[0].Physical.Artifact, "outside of the repository")
}

// TestRulesPrecision: a rule is as sure as its least sure finding.
func TestRulesPrecision(t *testing.T) {
	fs := []finding.Finding{{Rule: "IDM001", Severity: finding.Note, Confidence: finding.High}, {Rule: "IDM002", Severity: finding.Error, Confidence: finding.Low}}
	assert.Equal(t, "high", describeRule(Rule{ID: "IDM001"}, fs).Properties.Precision)
	assert.Equal(t, "note", describeRule(Rule{ID: "IDM001"}, fs).Configuration.Level)
	assert.Equal(t, "low", describeRule(Rule{ID: "IDM002"}, fs).Properties.Precision)
	assert.Equal(t, sarifLevel{"warning"}, describeRule(Rule{ID: "IDM003"}, fs).Configuration)
}

func TestSARIFMessage(t *testing.T) {
	assert.Equal(t, `a[1] map[string]any{} Get\[Order\](id) {{0}} [x] (y)`, sarifMessage("a[1] map[string]any{} Get[Order](id) {0} [x] (y)").Text)
}
