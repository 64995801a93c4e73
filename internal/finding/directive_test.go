package finding

import (
	"bytes"
	"encoding/gob"
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func directives(t *testing.T, src string) []Directive {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "a.go", src, parser.ParseComments|parser.SkipObjectResolution)
	require.NoError(t, err)
	return Directives(fset, file)
}

// TestGoverned shows which lines a directive governs.
func TestGoverned(t *testing.T) {
	const src = `package a

//idemlint:file-ignore IDM010 the whole file

// Handle handles.
//
//idemlint:ignore IDM001 whole function
func Handle() error {
	//idemlint:at-least-once next statement
	pay.Charge(
		1,
	)
	pay.Charge( //idemlint:ignore IDM001,IDM002 statement that starts here
		2,
	)
	pay.Charge(
		3,
	) //nolint:other,idemlint // statement that ends here
	if err := pay.Charge(
		4,
	); err != nil { //idemlint:ignore IDM003 the init statement
		return err
	}
	for range 3 { //idemlint:ignore IDM003 only the head
		pay.Charge(5)
	}
	//idemlint:ignore IDM003 the whole loop
	//nolint:lll
	for range 3 {
		pay.Charge(6)
	}

	//idemlint:ignore IDM003 nothing follows

	bus.On("x", func() {
		pay.Charge(7) //idemlint:ignore IDM001 only the inner call
	})
	return nil
} //idemlint:ignore IDM001 only the brace

type T struct {
	F func() //idemlint:ignore IDM001 field
}
`
	want := []string{
		"3 file-ignore 1-43",
		"7 ignore 7-39",
		"9 at-least-once 9-12",
		"13 ignore 13-15",
		"18 nolint 16-18",
		"21 ignore 19-21",
		"24 ignore 24-24",
		"27 ignore 27-31",
		"33 ignore 33-33",
		"36 ignore 36-36",
		"39 ignore 39-39",
		"42 ignore 42-42",
	}
	var got []string
	for _, d := range directives(t, src) {
		assert.Empty(t, d.Problem, d.Line)
		got = append(got, fmt.Sprintf("%d %s %d-%d", d.Line, d.Kind, d.From, d.To))
	}
	assert.Equal(t, strings.Join(want, "\n"), strings.Join(got, "\n"))
}

func TestParse(t *testing.T) {
	for _, test := range []struct {
		comment string
		want    Directive // of which Problem is a part
	}{
		{"//idemlint:ignore IDM001 why not", Directive{Kind: Ignore, Rules: []string{"IDM001"}, Reason: "why not"}},
		{"//idemlint:ignore IDM001, IDM002 // why", Directive{Kind: Ignore, Rules: []string{"IDM001", "IDM002"}, Reason: "why"}},
		{"//idemlint:ignore IDM001", Directive{Kind: Ignore, Rules: []string{"IDM001"}, Problem: "gives no reason"}},
		{"//idemlint:ignore because", Directive{Kind: Ignore, Problem: "names no rule"}},
		{"//idemlint:ignored IDM001 why", Directive{Kind: "ignored", Problem: "is no directive; there are at-least-once, "}},
		{"//idemlint:handler", Directive{Kind: Handler}},
		{"//idemlint:contract key=order_id dlq=d", Directive{Kind: Contract, Args: []string{"key=order_id", "dlq=d"}}},
		{"//idemlint:contract order_id", Directive{Kind: Contract, Args: []string{"order_id"}, Problem: "key=value"}},
		{"//idemlint:queue aws_sqs_queue.orders", Directive{Kind: Queue, Args: []string{"aws_sqs_queue.orders"}}},
		{"//idemlint:queue", Directive{Kind: Queue, Problem: "names no queue"}},
		{"//idemlint:lossy metrics only", Directive{Kind: Lossy, Reason: "metrics only"}},
		{"//idemlint:dlq external ops own it", Directive{Kind: DLQ, Args: []string{"external"}, Reason: "ops own it"}},
		{"//idemlint:dlq ops own it", Directive{Kind: DLQ, Problem: "write //idemlint:dlq external reason"}},
		{"// idemlint:ignore IDM001 why", Directive{Kind: Ignore, Problem: "no space"}},
		{"//nolint:idemlint // why", Directive{Kind: Nolint, Reason: "why"}},
		{"//nolint:gosec,idemlint // why", Directive{Kind: Nolint, Reason: "why"}},
		{"//nolint:idemlint", Directive{Kind: Nolint, Problem: "gives no reason"}},
	} {
		t.Run(test.comment, func(t *testing.T) {
			got, ok := parse(test.comment)
			require.True(t, ok)
			assert.Contains(t, got.Problem, test.want.Problem)
			if test.want.Problem == "" {
				assert.Empty(t, got.Problem)
			}
			got.Problem = test.want.Problem
			if len(got.Args) == 0 {
				got.Args = nil
			}
			assert.Equal(t, test.want, got)
		})
	}
	for _, comment := range []string{"// idemlint: a linter", "//nolint:gosec // why", "//nolint", "// see idemlint:ignore"} {
		_, ok := parse(comment)
		assert.False(t, ok, comment)
	}
}

func TestSuppress(t *testing.T) {
	f := Finding{Rule: "IDM001", File: "b.go", Line: 7, Path: []Place{{File: "a.go", Line: 3}}}
	at := func(d Directive, file string, line int) Directive {
		d.File, d.Line, d.From, d.To, d.Reason = file, line, line, line, "why"
		return d
	}
	ignore := Directive{Kind: Ignore, Rules: []string{"IDM001"}}
	for _, test := range []struct {
		name       string
		d          Directive
		suppressed bool
		unused     int
	}{
		{"at the place", at(ignore, "b.go", 7), true, 0},
		{"on the path", at(ignore, "a.go", 3), true, 0},
		{"another line", at(ignore, "b.go", 8), false, 1},
		{"another rule", at(Directive{Kind: Ignore, Rules: []string{"IDM002"}}, "b.go", 7), false, 1},
		{"on purpose", at(Directive{Kind: AtLeastOnce}, "b.go", 7), true, 0},
		{"nolint", at(Directive{Kind: Nolint}, "b.go", 7), true, 0},
		{"malformed", at(Directive{Kind: Nolint, Problem: "gives no reason"}, "b.go", 7), false, 0},
		{"not a suppression", at(Directive{Kind: Handler}, "b.go", 7), false, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			kept, unused := Suppress([]Finding{f}, []Directive{test.d})
			assert.Equal(t, test.suppressed, len(kept) == 0)
			assert.Len(t, unused, test.unused)
		})
	}
}

func TestDirectivesTravel(t *testing.T) {
	ds := directives(t, "package a\n\n//idemlint:ignore IDM001 why\nvar x = 1\n")
	var buf bytes.Buffer
	require.NoError(t, gob.NewEncoder(&buf).Encode(ds))
	var got []Directive
	require.NoError(t, gob.NewDecoder(&buf).Decode(&got))
	assert.Equal(t, ds, got)
}

func TestFingerprints(t *testing.T) {
	fs := []Finding{
		{Rule: "IDM001", File: "/r/a.go", Line: 1, Handler: "h", Subject: "Charge"},
		{Rule: "IDM001", File: "/r/a.go", Line: 9, Handler: "h", Subject: "Charge"},
		{Rule: "IDM001", File: "/r/a.go", Line: 9, Handler: "h2", Subject: "Charge"},
	}
	SetFingerprints(fs, "/r")
	assert.NotEqual(t, fs[0].Fingerprint, fs[1].Fingerprint, "equal findings differ by their ordinal")
	assert.NotEqual(t, fs[1].Fingerprint, fs[2].Fingerprint)

	moved := []Finding{{Rule: "IDM001", File: "/s/a.go", Line: 5, Handler: "h", Subject: "Charge", Message: "other words"}}
	SetFingerprints(moved, "/s")
	assert.Equal(t, fs[0].Fingerprint, moved[0].Fingerprint)
}
