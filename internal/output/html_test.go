package output

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/finding"
)

// htmlOf returns the page of a run.
func htmlOf(t *testing.T, run *Run) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, writeHTML(&b, run))
	return b.String()
}

func TestHTMLEscapes(t *testing.T) {
	page := htmlOf(t, &Run{Findings: []finding.Finding{{
		Rule: "IDM001", Analyzer: "<nokey>", Severity: finding.Error, File: `a"b.go`, Line: 1,
		Handler: "<script>alert(1)</script>", Message: "`<b>` & </script><script>alert(2)</script>",
	}}})
	assert.NotContains(t, page, "alert(1)</script>")
	assert.NotContains(t, page, "<script>alert")
	assert.Contains(t, page, "<code>&lt;b&gt;</code> &amp; &lt;/script&gt;")
	assert.Equal(t, 1, strings.Count(page, "<script>"), "the page's own")
}

// TestHTMLFromJSON checks that a saved run gives the same page.
func TestHTMLFromJSON(t *testing.T) {
	run := saved(t)
	run.Handlers[0].Steps = []Step{{Kind: "claim", Label: "c.Seen.SetNX", File: "a.go", Line: 3, Key: "business", Transaction: 1, Seconds: 2}}
	run.Handlers[0].LeaseSeconds = 30
	run.Handlers[0].Replay = json.RawMessage(`{"dropped":"it has too many paths"}`)
	var b bytes.Buffer
	require.NoError(t, writeJSON(&b, run))
	again, err := ReadJSON(&b)
	require.NoError(t, err)
	assert.Equal(t, htmlOf(t, run), htmlOf(t, again))
}

func TestQuotes(t *testing.T) {
	t.Chdir(t.TempDir())
	write := func(name, text string) { require.NoError(t, os.WriteFile(name, []byte(text), 0o644)) }
	write("a.go", "package a\n\nfunc f() {\n\tif x {\n\t\ty()\n\t}\n}\n")
	write("long.go", strings.Repeat("é", 200)+"\r\nlast")
	write("binary.go", "a\x00b\n")
	write("latin.go", "caf\xe9\n")
	write("large.go", strings.Repeat("x\n", maxSourceFile))
	require.NoError(t, os.Mkdir("dir.go", 0o755))
	at := func(file string, line int) finding.Place { return finding.Place{File: file, Line: line} }

	src := newSources()
	assert.Equal(t, []sourceLine{{4, "if x {", false}, {5, "    y()", true}, {6, "}", false}}, src.around(at("a.go", 5), 1))
	assert.Equal(t, []sourceLine{{1, "package a", true}}, src.around(at("a.go", 1), 1), "without empty lines around it")
	assert.Equal(t, []sourceLine{{7, "}", true}}, src.around(at("a.go", 7), 0))
	assert.Equal(t, []sourceLine{{1, strings.Repeat("é", 159) + "…", true}, {2, "last", false}}, src.around(at("long.go", 1), 1))
	for _, file := range []string{"binary.go", "latin.go", "large.go", "dir.go", "missing.go", ""} {
		assert.Nil(t, src.around(at(file, 1), 1), file)
	}
	for _, line := range []int{-1, 0, 8} {
		assert.Nil(t, src.around(at("a.go", line), 1))
	}
	src.left = 3
	assert.NotNil(t, src.around(at("a.go", 1), 0))
	assert.Nil(t, src.around(at("a.go", 1), 0), "enough is quoted")
}

func TestTimeline(t *testing.T) {
	first, second := 0, 1
	h := &Handler{
		Name: "orders.Handle", Lease: "30s",
		Effects: []Effect{
			{Call: "pay", Category: "money", File: "pay.go", Line: 3, Findings: []string{"IDM001", "IDM006"}},
			{Call: "insert", Category: "db", File: "db.go", Line: 9, Key: "id", Origin: "business (ID)"},
		},
		Steps: []Step{
			{Kind: "effect", Label: "pay", Effect: &first, Seconds: 20},
			{Kind: "effect", Label: "insert", Effect: &second, Seconds: 20},
			{Kind: "wait", Label: "sleep", Unbounded: true},
			{Kind: "ack", Label: "m.Ack", Verdict: "forget"},
		},
	}
	steps := h.timeline("h1", []findingView{{Finding: finding.Finding{Rule: "IDM001", File: "pay.go", Line: 3}, ID: "f7"}})
	require.Len(t, steps, 4)
	assert.Equal(t, "bad", steps[0].State)
	assert.Equal(t, "money", steps[0].Kind)
	assert.Equal(t, "no key", steps[0].Key)
	assert.Equal(t, []ref{{"#f7", "IDM001"}}, steps[0].Findings, "what is not shown is not linked to")
	assert.Equal(t, "good", steps[1].State)
	assert.Equal(t, "key: id, business (ID)", steps[1].Key)
	assert.Empty(t, steps[0].Over)
	assert.Contains(t, steps[1].Over, "the lease of 30 s may end during this step")
	assert.Empty(t, steps[2].Over, "it ends once")
	assert.Equal(t, "no time limit", steps[2].Takes)
	assert.Equal(t, "the broker forgets the message", steps[3].Fate)
	assert.True(t, steps[3].Last)

	b := h.timeBar()
	require.NotNil(t, b)
	assert.Equal(t, []segment{
		{X: "0.00%", Width: "33.33%", Number: 1, Title: "pay: at worst 20 s"},
		{X: "33.33%", Width: "33.33%", Number: 2, Title: "insert: at worst 20 s"},
		{X: "66.67%", Width: "33.33%", Number: 3, Open: true, Title: "sleep: no time limit"},
	}, b.Segments)
	assert.Equal(t, "50.00%", b.Lease)
	assert.True(t, b.Late)
	assert.Equal(t, "a delivery may take for ever; the lease is 30 s", b.Label)

	h.Steps[2].Unbounded, h.Lease = false, "5m"
	b = h.timeBar()
	assert.False(t, b.Late)
	assert.Equal(t, "90.91%", b.Lease)
	assert.Equal(t, "a delivery may take 40 s; the lease is 5 min", b.Label)
	for _, s := range h.timeline("h1", nil) {
		assert.Empty(t, s.Over)
	}

	h.Steps = nil
	assert.Nil(t, h.timeBar())
	assert.Len(t, h.timeline("h1", nil), 2, "the effects, where there is no order")
}

func TestReplayView(t *testing.T) {
	h := &Handler{Replay: json.RawMessage(`{"refused":2,"cut":["deliveries"],
		"effects":[{"label":"pay","key":"none","cells":[
			{"schedule":"clean","outcome":"once"},
			{"schedule":"crash","outcome":"twice","witnesses":[
				{"outcome":"twice","sentence":"crash after pay"},{"outcome":"lost","unsure":true,"sentence":"gone"}]}]}],
		"message":{"label":"the message","key":"none","cells":[
			{"schedule":"clean","outcome":"once"},{"schedule":"crash","outcome":"n/a","why":"no step can fail"}]}}`)}
	v := h.viewReplay("h3")
	assert.Equal(t, []rowView{
		{Label: "pay", Key: "none", Cells: []cellView{
			{Outcomes: []outcomeView{{Outcome: "once"}}},
			{Outcomes: []outcomeView{{"twice", "h3-run1", false}, {"lost", "h3-run2", true}}},
		}},
		{Label: "the message", Message: true, Cells: []cellView{
			{Outcomes: []outcomeView{{Outcome: "once"}}},
			{Why: "no step can fail"},
		}},
	}, v.Rows)
	assert.Equal(t, []runView{{"h3-run1", "crash", "twice", "crash after pay"}, {"h3-run2", "crash", "lost", "gone"}}, v.Runs)
	assert.Equal(t, "2 combinations of conditions under which the handler refuses the message without any fault; only poison looks at them", v.Refused)

	assert.Nil(t, (&Handler{}).viewReplay("h1"))
	assert.Equal(t, &replayView{Dropped: "too long"}, (&Handler{Replay: json.RawMessage(`{"dropped":"too long"}`)}).viewReplay("h1"))
	assert.Contains(t, (&Handler{Replay: json.RawMessage(`[`)}).viewReplay("h1").Dropped, "cannot be read")
}

// TestHandlersOfOneName checks that a finding leads to its own handler.
func TestHandlersOfOneName(t *testing.T) {
	run := &Run{Handlers: []Handler{{Name: "main.handle", File: "a/main.go", Line: 5}, {Name: "main.handle", File: "b/main.go", Line: 5}}}
	f := &finding.Finding{Handler: "main.handle", File: "lib/pay.go", Line: 1, Path: []finding.Place{{File: "b/main.go", Line: 5}}}
	assert.Equal(t, "h2", run.handlerOf(f))
	f.Path = nil
	assert.Equal(t, "", run.handlerOf(f), "nobody knows which")
	f.File = "a/x.go"
	assert.Equal(t, "h1", run.handlerOf(f))
}

// TestRulePages checks that every rule's page can be shown, with its cure.
func TestRulePages(t *testing.T) {
	names, err := filepath.Glob("../../docs/rules/*.md")
	require.NoError(t, err)
	require.Greater(t, len(names), 10)
	for _, name := range names {
		analyzer := strings.TrimSuffix(filepath.Base(name), ".md")
		if analyzer == "README" {
			continue
		}
		rule, fix := readRule("IDM", analyzer)
		require.NotNil(t, rule, analyzer)
		assert.NotEmpty(t, rule.Summary)
		assert.NotEmpty(t, fix, analyzer)
		assert.Contains(t, rule.Body, "<h4>Limits</h4>")
	}
	rule, fix := readRule("IDM999", "unheard")
	assert.Nil(t, rule)
	assert.Empty(t, fix)
}
