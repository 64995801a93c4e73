package infra

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// TestFormats reads each testdata/FORMAT/NAME.txtar as a repository. Its file
// "want" has the facts that must come out, a line each as [lines] writes them;
// "! TEXT" says that no line may start with the text. After a colon a line may
// go on: reasons are given only where they matter.
func TestFormats(t *testing.T) {
	archives, err := filepath.Glob("testdata/*/*.txtar")
	require.NoError(t, err)
	require.NotEmpty(t, archives)
	for _, archive := range archives {
		name := strings.TrimSuffix(filepath.ToSlash(strings.TrimPrefix(archive, "testdata"+string(filepath.Separator))), ".txtar")
		t.Run(name, func(t *testing.T) {
			root, want := unpack(t, archive)
			require.NotEmpty(t, want, "the archive has no file want")
			facts, warnings, err := Read(root, Options{})
			require.NoError(t, err)
			got := lines(facts, warnings)
			for line := range strings.Lines(want) {
				line = strings.TrimSpace(line)
				if line == "" || strings.HasPrefix(line, "#") {
					continue
				}
				if not, ok := strings.CutPrefix(line, "! "); ok {
					assert.Falsef(t, slices.ContainsFunc(got, func(g string) bool { return strings.HasPrefix(g, not) }), "%s: unwanted: %s\n%s", archive, not, strings.Join(got, "\n"))
					continue
				}
				assert.Truef(t, slices.ContainsFunc(got, func(g string) bool { return g == line || strings.HasPrefix(g, line+": ") }),
					"%s: missing: %s\n%s", archive, line, near(got, line))
			}
		})
	}
}

// near returns the lines about the same thing.
func near(got []string, line string) string {
	first, _, _ := strings.Cut(line, " ")
	var found []string
	for _, g := range got {
		if strings.HasPrefix(g, first+" ") {
			found = append(found, g)
		}
	}
	if len(found) == 0 {
		found = got
	}
	return strings.Join(found, "\n")
}

func unpack(t testing.TB, archive string) (root, want string) {
	t.Helper()
	ar, err := txtar.ParseFile(archive)
	require.NoError(t, err)
	root = t.TempDir()
	for _, f := range ar.Files {
		if f.Name == "want" {
			want = string(f.Data)
			continue
		}
		full := filepath.Join(root, filepath.FromSlash(f.Name))
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
		require.NoError(t, os.WriteFile(full, f.Data, 0o644))
	}
	return root, want
}

// repository writes files of a test and reads them.
func repository(t testing.TB, files map[string]string) (*Facts, []Warning) {
	t.Helper()
	root := t.TempDir()
	for name, content := range files {
		full := filepath.Join(root, filepath.FromSlash(name))
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
		require.NoError(t, os.WriteFile(full, []byte(content), 0o644))
	}
	facts, warnings, err := Read(root, Options{})
	require.NoError(t, err)
	return facts, warnings
}

// lines writes facts a line each: what it is, its address, an attribute, its
// state (~ when it is assumed), its value and where it is written.
func lines(f *Facts, warnings []Warning) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	head := func(what string, d Definition, more string) {
		line := fmt.Sprintf("%s %s %s:%d", what, d.Address, d.Place.File, d.Place.Line)
		if more != "" {
			line += " " + more
		}
		if d.Environment != AnyEnvironment {
			line += " " + string(d.Environment)
		}
		if d.Conditional {
			line += " conditional"
		}
		out = append(out, line)
	}
	for _, q := range f.Queues {
		more := string(q.Kind)
		for word, on := range map[string]bool{"lookup": q.Lookup, "hidden": q.Hidden, "itself": q.DeadLettersItself} {
			if on {
				more += " " + word
			}
		}
		if f.IsDeadLetter(q) {
			more += " dead"
		}
		head("queue", q.Definition, more)
		a := q.Address
		line(&out, a, "name", q.Name)
		line(&out, a, "lease", q.Lease)
		line(&out, a, "maxReceives", q.MaxReceives)
		line(&out, a, "deadLetter", q.DeadLetter)
		line(&out, a, "retention", q.Retention)
		line(&out, a, "delay", q.Delay)
		line(&out, a, "fifo", q.FIFO)
		line(&out, a, "dedup", q.Dedup)
		line(&out, a, "dedupWindow", q.DedupWindow)
		line(&out, a, "topic", q.Topic)
		line(&out, a, "pushTo", q.PushTo)
		line(&out, a, "ackPolicy", q.AckPolicy)
		line(&out, a, "queueType", q.QueueType)
		line(&out, a, "sources", q.DeadLetterSources)
	}
	for _, c := range f.Computes {
		head("compute", c.Definition, c.Kind)
		a := c.Address
		line(&out, a, "name", c.Name)
		line(&out, a, "timeout", c.Timeout)
		line(&out, a, "deadLetter", c.DeadLetter)
		for _, part := range []struct{ name, text string }{
			{"dir", c.Code.Dir}, {"archive", c.Code.Archive}, {"binary", c.Code.Binary}, {"handler", c.Code.Handler},
			{"image", c.Code.Image}, {"package", c.Code.Package}, {"build", c.Code.Build},
		} {
			if part.text != "" {
				add("%s code.%s %s", a, part.name, part.text)
			}
		}
		for _, v := range c.Env {
			line(&out, a, "env."+v.Name, v.Value)
		}
		if c.EnvOpen {
			add("%s env open", a)
		}
	}
	for _, e := range f.Edges {
		head("edge", e.Definition, string(e.Kind)+" "+string(e.FromKind))
		a := "edge:" + e.Address
		line(&out, a, "from", e.From)
		line(&out, a, "to", e.To)
		line(&out, a, "enabled", e.Enabled)
		line(&out, a, "batchSize", e.BatchSize)
		line(&out, a, "reports", e.ReportBatchItemFailures)
		line(&out, a, "bisect", e.Bisect)
		line(&out, a, "maxRetries", e.MaxRetries)
		line(&out, a, "maxAge", e.MaxAge)
		line(&out, a, "onFailure", e.OnFailure)
	}
	for _, x := range f.Alarms {
		head("alarm", x.Definition, x.Kind)
		line(&out, "alarm:"+x.Address, "metric", x.Metric)
		line(&out, "alarm:"+x.Address, "watches", x.Watches)
		line(&out, "alarm:"+x.Address, "notifies", x.Notifies)
	}
	for _, p := range f.Policies {
		head("policy", p.Definition, fmt.Sprintf("%s %d", p.ApplyTo, p.Priority))
		line(&out, "policy:"+p.Address, "pattern", p.Pattern)
		line(&out, "policy:"+p.Address, "deadLetter", p.DeadLetter)
		line(&out, "policy:"+p.Address, "maxReceives", p.MaxReceives)
	}
	for _, b := range f.Bindings {
		add("binding %s %s %s:%d", b.Exchange, b.Target, b.Place.File, b.Place.Line)
	}
	for _, b := range f.Builds {
		add("build %s %s -> %s %s:%d", b.Target, strings.Join(b.Packages, ","), b.Output, b.Place.File, b.Place.Line)
	}
	for _, u := range f.Unseen {
		add("unseen %s %s:%d: %s", u.Address, u.Place.File, u.Place.Line, u.Why)
	}
	for _, w := range warnings {
		add("warning %s:%d: %s", w.Place.File, w.Place.Line, w.Message)
	}
	return out
}

func line[T any](out *[]string, address, name string, a Attr[T]) {
	if a.IsZero() {
		return
	}
	text := fmt.Sprintf("%s %s %s", address, name, a.State)
	if a.Assumed {
		text += "~"
	}
	if v := shownValue(a.Value); v != "" && (a.State != Unknown || strings.HasPrefix(v, "->")) {
		text += " " + v
	}
	text += fmt.Sprintf(" %s:%d", a.Place.File, a.Place.Line)
	if a.Why != "" {
		text += ": " + a.Why
	}
	*out = append(*out, text)
}

func shownValue(v any) string {
	switch v := v.(type) {
	case Ref:
		if v.Address != "" {
			return "->" + v.Address
		}
		return v.Text
	case []Ref:
		var parts []string
		for _, ref := range v {
			parts = append(parts, shownValue(ref))
		}
		return strings.Join(parts, ",")
	}
	return fmt.Sprint(v)
}
