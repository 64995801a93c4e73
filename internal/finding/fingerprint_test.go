package finding

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const fingerprinted = `package pay

var onOrder = func(o Order) error { return charge(o) }

type T struct{}

// Handle handles.
func (t *T) Handle(o Order) error {
	charge(o)
	return charge(o)
}

func (s Set[K, V]) Handle(o Order) error { return charge(o) }

func Handle(o Order) error { return charge(o) }
`

// fingerprints writes the source as a file of a new repository and returns the
// fingerprints of findings on all lines that call charge, by their order.
func fingerprints(t *testing.T, name, source string) []string {
	t.Helper()
	root := t.TempDir()
	file := filepath.Join(root, filepath.FromSlash(name))
	require.NoError(t, os.MkdirAll(filepath.Dir(file), 0o755))
	require.NoError(t, os.WriteFile(file, []byte(source), 0o644))
	var fs []Finding
	for i, line := range strings.Split(source, "\n") {
		if strings.Contains(line, "charge(") {
			fs = append(fs, Finding{Rule: "IDM001", File: file, Line: i + 1, Subject: "example.com/pay/v2.charge", Handler: "h", Message: "m"})
		}
	}
	SetFingerprints(fs, root)
	var out []string
	for _, f := range fs {
		out = append(out, f.Fingerprint)
	}
	return out
}

func TestFingerprintsSurvive(t *testing.T) {
	first := fingerprints(t, "pay/a.go", fingerprinted)
	require.Len(t, first, 5)
	seen := make(map[string]bool)
	for _, f := range first {
		assert.False(t, seen[f], "distinct findings have distinct fingerprints")
		seen[f] = true
	}
	assert.Equal(t, first[1]+"-2", first[2], "two in one declaration")
	assert.Equal(t, GroupOf(first[1]), GroupOf(first[2]))

	for name, source := range map[string]string{
		"moved lines":      "// Moved.\n\n\n" + fingerprinted,
		"renamed locals":   strings.NewReplacer("(o ", "(order ", "(o)", "(order)", "(t *T)", "(tt *T)").Replace(fingerprinted),
		"added functions":  strings.Replace(fingerprinted, "type T ", "func another() {}\n\ntype T ", 1),
		"broken elsewhere": fingerprinted + "\nfunc broken( {\n",
	} {
		assert.Equal(t, first, fingerprints(t, "pay/a.go", source), name)
	}
	assert.Equal(t, first, fingerprints(t, "pay/b.go", fingerprinted), "another file of the package")
	assert.NotEqual(t, first[0], fingerprints(t, "refund/a.go", fingerprinted)[0], "another package")
}

func TestFingerprintIsAbout(t *testing.T) {
	of := func(change func(f *Finding)) string {
		f := Finding{Rule: "IDM005", File: "/r/infra/queues.tf", Line: 3, Subject: "aws_sqs_queue.orders", Handler: "orders.Handle", Message: "m"}
		change(&f)
		fs := []Finding{f}
		SetFingerprints(fs, "/r")
		return fs[0].Fingerprint
	}
	same := of(func(*Finding) {})
	assert.Equal(t, same, of(func(f *Finding) { f.Line, f.Message, f.Handler = 9, "other words", "audit.Handle" }))
	assert.NotEqual(t, same, of(func(f *Finding) { f.Rule = "IDM006" }))
	assert.NotEqual(t, same, of(func(f *Finding) { f.Subject = "aws_sqs_queue.audit" }))
	assert.NotEqual(t, same, of(func(f *Finding) { f.File = "/r/infra/more.tf" }))

	version := func(s string) string { return of(func(f *Finding) { f.Subject = s }) }
	assert.Equal(t, version("(*github.com/stripe/stripe-go/v82.Client).Charge"), version("(*github.com/stripe/stripe-go/v83.Client).Charge"))
	assert.Equal(t, version("(github.com/acme/pay.Client).Charge"), version("(github.com/acme/pay/v2.Client).Charge"))
	assert.NotEqual(t, version("github.com/acme/v1pay.Charge"), version("github.com/acme/v2pay.Charge"))
}

func TestBare(t *testing.T) {
	assert.Equal(t, "SetNX", Bare("c.Seen.SetNX"))
	assert.Equal(t, "seen", Bare("the map c.seen"))
	assert.Equal(t, "charge", Bare("charge"))
}
