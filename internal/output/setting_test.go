package output

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/finding"
)

const gateway = "package pay\n\t/*é 💸*/ _ = Charge()\n\tbook()\n"

// inSetting is a run with all that formats can use: source, rules, a change of
// line 2 of the gateway and line 30 of the consumer.
func inSetting(t *testing.T) *Run {
	t.Helper()
	const file = "pay/gate way.go"
	start := strings.Index(gateway, "Charge()")
	column := start - strings.Index(gateway, "\n") // from 1
	return &Run{
		Findings: []finding.Finding{
			{
				Rule: "IDM001", Analyzer: "nokey", Severity: finding.Error, Confidence: finding.Medium, Category: "money",
				File: file, Line: 2, Column: column, Handler: "orders.(*Consumer).Handle", Fingerprint: "0123456789abcdef",
				Message: "Charge, asked by @acme, costs 100%: <twice> `a_b` a_b | c", Schedule: "crash after Charge",
				Path: []finding.Place{
					{File: "orders/consumer.go", Line: 30, Column: 2, Note: "handles sqs messages"},
					{File: file, Line: 2, Column: column, Note: "calls Charge"},
					{File: "audit/audit.go", Line: 3, Note: Also + "audit.Handle: handles sqs messages"},
				},
				Fixes: []finding.Fix{{Message: "send the order's id", Edits: []finding.Edit{{File: file, Start: start, End: start + len("Charge()"), New: "Keyed()"}}}},
			},
			{
				Rule: "IDM004", Analyzer: "seenguard", Severity: finding.Warning, Confidence: finding.High, File: file, Line: 3, Column: 2,
				Handler: "orders.(*Consumer).Handle", Message: "marked before book", Fingerprint: "fedcba9876543210",
				Path: []finding.Place{{File: "orders/consumer.go", Line: 30, Note: "handles sqs messages"}},
			},
			{
				Rule: "IDM005", Analyzer: "nodlq", Severity: finding.Note, Confidence: finding.High, File: "../../other/queue.tf", Line: 1,
				Message: "no dead letter", Fingerprint: "00000000000000ff",
			},
		},
		Handlers: []Handler{
			{Name: "orders.(*Consumer).Handle", File: "orders/consumer.go", Line: 30, Broker: "sqs"},
			{Name: "audit.Handle", File: "audit/audit.go", Line: 3, Broker: "sqs"},
			{Name: "mail.Handle", File: "mail/mail.go", Line: 3, Broker: "sqs"},
		},
		Setting: Setting{
			Version: "v1.2.3", Prefix: "svc",
			Source: func(name string) []byte {
				if name == file {
					return []byte(gateway)
				}
				return nil
			},
			Rules: []Rule{
				{ID: "IDM001", Name: "nokey", Summary: "effects without a key", URL: "https://example.com/nokey", Help: "# IDM001 nokey\n\nThe page.\n"},
				{ID: "IDM004", Name: "seenguard", Summary: "flags"},
			},
			Change: &Change{Base: "main", Older: 3, Has: func(name string, line int) bool {
				return name == file && line == 2 || name == "orders/consumer.go" && line == 30
			}},
		},
	}
}

func TestGitHub(t *testing.T) {
	var review githubReview
	text := written(t, func(b *bytes.Buffer) error { return writeGitHub(b, inSetting(t)) })
	require.NoError(t, json.Unmarshal(text, &review))
	assert.Equal(t, "COMMENT", review.Event)
	require.Len(t, review.Comments, 2)
	const comment = "<!-- idemlint 0123456789abcdef -->\n" +
		"**error IDM001** [nokey](https://example.com/nokey)\n\n" +
		"Charge, asked by @\u200bacme, costs 100%: &lt;twice> `a_b` a\\_b | c; schedule: crash after Charge\n\n" +
		"<details><summary>The way there</summary>\n\n" +
		"1. `orders/consumer.go:30` handles sqs messages\n" +
		"2. `pay/gate way.go:2` calls Charge\n\n" +
		"</details>\n\n" +
		"send the order's id:\n\n```suggestion\n\t/*é 💸*/ _ = Keyed()\n```\n"
	assert.Equal(t, githubComment{Path: "svc/pay/gate way.go", Line: 2, Side: "RIGHT", Body: comment}, review.Comments[0])
	// The line of the second finding is not in the diff; its handler is.
	assert.Equal(t, "svc/orders/consumer.go", review.Comments[1].Path)
	assert.Equal(t, 30, review.Comments[1].Line)
	assert.Contains(t, review.Comments[1].Body, "**warning IDM004**: this line leads to `pay/gate way.go:3`\n")

	const body = "<!-- idemlint -->\n" +
		"### idemlint: 3 findings in this change; 3 findings elsewhere that it did not make\n\n" +
		"2 comments on lines of the diff; the others:\n\n" +
		"| finding | where | handler | what |\n|---|---|---|---|\n" +
		"| note IDM005 | `../../other/queue.tf:1` | - | no dead letter |\n\n" +
		"What the handlers promise, or what is known of them:\n\n" + handlersHead +
		"| orders.(*Consumer).Handle | orders/consumer.go:30 | sqs | - | - | - | - |\n" +
		"| audit.Handle | audit/audit.go:3 | sqs | - | - | - | - |\n\n" +
		"<sub>idemlint: 3 findings; 0 handlers</sub>\n"
	assert.Equal(t, body, review.Body)
}

// TestGitHubMany: ten comments, the worst ones; the rest as far as a body holds.
func TestGitHubMany(t *testing.T) {
	run := &Run{Setting: Setting{Change: &Change{Has: func(string, int) bool { return true }}}}
	for i := range 500 {
		f := finding.Finding{Rule: "IDM001", Severity: finding.Warning, File: "a.go", Line: i + 1, Message: strings.Repeat("x", 400)}
		if i >= 495 {
			f.Severity = finding.Error
		}
		run.Findings = append(run.Findings, f)
	}
	var review githubReview
	require.NoError(t, json.Unmarshal(written(t, func(b *bytes.Buffer) error { return writeGitHub(b, run) }), &review))
	var lines []int
	for _, c := range review.Comments {
		lines = append(lines, c.Line)
	}
	assert.Equal(t, []int{496, 497, 498, 499, 500, 1, 2, 3, 4, 5}, lines)
	assert.Less(t, len(review.Body), 65536)
	shown := strings.Count(review.Body, "| warning IDM001 |")
	assert.Contains(t, review.Body, fmt.Sprintf("\n%d more left out.\n", 490-shown))
}

func TestReplacement(t *testing.T) {
	const src = "one\ntwo\nthree"
	s := Setting{Source: func(string) []byte { return []byte(src) }}
	for _, tt := range []struct {
		name     string
		edits    []finding.Edit
		from, to position
		text     string
		last     int
		lines    string
	}{
		{"inside a line", []finding.Edit{{Start: 1, End: 2, New: "m"}}, position{1, 2}, position{1, 3}, "m", 1, "ome"},
		{"two in a line", []finding.Edit{{Start: 4, End: 5, New: "T"}, {Start: 6, End: 7, New: "O"}}, position{2, 1}, position{2, 4}, "TwO", 2, "TwO"},
		{"over lines", []finding.Edit{{Start: 2, End: 5, New: "-"}}, position{1, 3}, position{2, 2}, "-", 2, "on-wo"},
		{"a whole line goes", []finding.Edit{{Start: 4, End: 8}}, position{2, 1}, position{3, 1}, "", 2, ""},
		{"a whole line is another", []finding.Edit{{Start: 4, End: 8, New: "2\n"}}, position{2, 1}, position{3, 1}, "2\n", 2, "2"},
		{"a line end goes", []finding.Edit{{Start: 5, End: 8}}, position{2, 2}, position{3, 1}, "", 3, "tthree"},
		{"added", []finding.Edit{{Start: 8, End: 8, New: "2.5\n"}}, position{3, 1}, position{3, 1}, "2.5\n", 3, "2.5\nthree"},
		{"at the end", []finding.Edit{{Start: 13, End: 13, New: "!"}}, position{3, 6}, position{3, 6}, "!", 3, "three!"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, ok := s.replacement(&finding.Fix{Edits: tt.edits})
			require.True(t, ok)
			assert.Equal(t, replacement{from: tt.from, to: tt.to, text: tt.text, last: tt.last, lines: tt.lines}, r)
		})
	}
	for name, edits := range map[string][]finding.Edit{
		"none": nil, "past the end": {{Start: 1, End: 99}}, "backwards": {{Start: 3, End: 1}},
		"overlapping": {{Start: 1, End: 3}, {Start: 2, End: 4}}, "two files": {{Start: 1, End: 2}, {File: "b", Start: 3, End: 4}},
	} {
		_, ok := s.replacement(&finding.Fix{Edits: edits})
		assert.False(t, ok, name)
	}
}

func TestRDJSON(t *testing.T) {
	var out rdResult
	require.NoError(t, json.Unmarshal(written(t, func(b *bytes.Buffer) error { return writeRDJSON(b, inSetting(t)) }), &out))
	d := out.Diagnostics[0]
	assert.Equal(t, "pay/gate way.go", d.Location.Path, "relative to the working directory")
	assert.Equal(t, rdRange{Start: rdPosition{2, 18}}, rdRange{Start: d.Location.Range.Start})
	assert.Equal(t, []rdSuggestion{{rdRange{rdPosition{2, 18}, &rdPosition{2, 26}}, "Keyed()"}}, d.Suggestions)
	assert.Equal(t, rdCode{"IDM001", "https://example.com/nokey"}, d.Code)
	assert.Len(t, d.Related, 2)
	assert.Equal(t, "INFO", out.Diagnostics[2].Severity)
}

func TestAnnotations(t *testing.T) {
	out := string(written(t, func(b *bytes.Buffer) error { return writeAnnotations(b, inSetting(t)) }))
	assert.Equal(t, "::error file=svc/pay/gate way.go,line=2,col=18,title=IDM001 [money]::"+
		"Charge, asked by @acme, costs 100%25: <twice> `a_b` a_b | c; schedule: crash after Charge"+
		"%0Aorders/consumer.go:30: handles sqs messages%0Apay/gate way.go:2: calls Charge\n"+
		"::warning file=svc/pay/gate way.go,line=3,col=2,title=IDM004::marked before book%0Aorders/consumer.go:30: handles sqs messages\n"+
		"::notice title=IDM005::no dead letter\n"+
		"idemlint: 3 findings; 0 handlers\n", out)
	assert.Equal(t, "a%3Ab%2Cc%25%0D%0A", escapeProperty("a:b,c%\r\n"))

	run := new(Run)
	for i := range 12 {
		for _, s := range finding.Severities {
			run.Findings = append(run.Findings, finding.Finding{Rule: "IDM001", Severity: s, File: "a.go", Line: i + 1})
		}
	}
	out = string(written(t, func(b *bytes.Buffer) error { return writeAnnotations(b, run) }))
	assert.Equal(t, 10, strings.Count(out, "::error "))
	assert.Equal(t, 10, strings.Count(out, "::warning "))
	assert.Equal(t, 10, strings.Count(out, "::notice "))
	assert.Contains(t, out, "::notice title=idemlint::7 more findings: ")
}

func TestGitLab(t *testing.T) {
	var issues []gitlabIssue
	require.NoError(t, json.Unmarshal(written(t, func(b *bytes.Buffer) error { return writeGitLab(b, inSetting(t)) }), &issues))
	require.Len(t, issues, 3)
	assert.Equal(t, gitlabLocation{"svc/pay/gate way.go", gitlabLines{2}}, issues[0].Location)
	assert.Equal(t, "critical", issues[0].Severity)
	assert.Equal(t, "info", issues[2].Severity)
	assert.Equal(t, "[]\n", string(written(t, func(b *bytes.Buffer) error { return writeGitLab(b, new(Run)) })))
}

func TestXML(t *testing.T) {
	run := inSetting(t)
	run.Findings[0].Message = "a \"b\" <c> & \x01"
	run.Errors = []Error{{Package: "example.com/bad", Message: "undefined: x"}}
	var report checkstyleReport
	require.NoError(t, xml.Unmarshal(written(t, func(b *bytes.Buffer) error { return writeCheckstyle(b, run) }), &report))
	require.Len(t, report.Files, 2)
	assert.Equal(t, []checkstyleError{
		{2, 18, "error", "a \"b\" <c> & \ufffd; schedule: crash after Charge", "IDM001"},
		{3, 2, "warning", "marked before book", "IDM004"},
	}, report.Files[0].Errors)

	var junit junitReport
	require.NoError(t, xml.Unmarshal(written(t, func(b *bytes.Buffer) error { return writeJUnit(b, run) }), &junit))
	suite := junit.Suites[0]
	assert.Equal(t, []int{6, 3, 1}, []int{suite.Tests, suite.Failures, suite.Errors})
	var names []string
	for _, c := range suite.Cases {
		names = append(names, fmt.Sprint(c.Class, " ", c.Name, " ", c.Failure != nil, c.Error != nil))
	}
	assert.Equal(t, []string{
		"orders.(*Consumer).Handle IDM001 pay/gate way.go:2:18 true false",
		"orders.(*Consumer).Handle IDM004 pay/gate way.go:3:2 true false",
		"../../other/queue.tf IDM005 ../../other/queue.tf:1:0 true false",
		"audit.Handle redelivery false false",
		"mail.Handle redelivery false false",
		"example.com/bad analysis false true",
	}, names)
}

func TestUTF16Column(t *testing.T) {
	s := Setting{Source: func(string) []byte { return []byte("ascii\r\né💸x\nbad\xffx") }}
	for _, tt := range [][3]int{{1, 1, 1}, {1, 6, 6}, {1, 7, 0}, {1, 0, 0}, {2, 1, 1}, {2, 3, 2}, {2, 7, 4}, {2, 8, 5}, {3, 5, 5}, {4, 1, 0}} {
		assert.Equal(t, tt[2], s.utf16Column("a.go", tt[0], tt[1]), "line %d, column %d", tt[0], tt[1])
	}
	assert.Zero(t, new(Setting).utf16Column("a.go", 1, 1))
}
