package infra

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/tools/txtar"
)

// seed adds the files of the fixtures of a format.
func seed(f *testing.F, folder string, keep func(name string) bool) {
	f.Helper()
	archives, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
	require.NoError(f, err)
	n := 0
	for _, archive := range archives {
		ar, err := txtar.ParseFile(archive)
		require.NoError(f, err)
		for _, file := range ar.Files {
			if keep(file.Name) {
				f.Add(string(file.Data))
				n++
			}
		}
	}
	require.NotZero(f, n, "no seeds")
}

// fuzz reads one file: no panic, every fact at a place in it, every attribute
// with a state that goes with what else it says.
func fuzz(t *testing.T, file, content string) { fuzzWith(t, map[string]string{}, file, content) }

// fuzzWith reads it beside others, which say nothing of queues.
func fuzzWith(t *testing.T, files map[string]string, file, content string) {
	files[file] = content
	facts, warnings := repository(t, files)
	for _, w := range warnings {
		if strings.Contains(w.Message, "please report") {
			t.Fatalf("a panic: %s", w)
		}
	}
	last := 2 // YAML knows more ends of lines than most
	for _, end := range []string{"\n", "\r", "\u0085", "\u2028", "\u2029"} {
		last += strings.Count(content, end)
	}
	inFile := func(p Place) {
		if p.File != file && p.File != "." || p.Line < 1 || p.Line > last {
			t.Fatalf("%v is no place in a file of %d lines", p, last)
		}
	}
	for _, q := range facts.Queues {
		inFile(q.Place)
		check(t, q.Name, inFile)
		check(t, q.Lease, inFile)
		check(t, q.MaxReceives, inFile)
		check(t, q.DeadLetter, inFile)
		check(t, q.Retention, inFile)
		check(t, q.FIFO, inFile)
		facts.IsDeadLetter(q)
		facts.AlarmsOf(q)
	}
	for _, c := range facts.Computes {
		inFile(c.Place)
		check(t, c.Timeout, inFile)
		for _, v := range c.Env {
			check(t, v.Value, inFile)
		}
		facts.QueueByCompute(c)
	}
	for _, e := range facts.Edges {
		inFile(e.Place)
		check(t, e.From, inFile)
		check(t, e.To, inFile)
		check(t, e.BatchSize, inFile)
	}
	for _, a := range facts.Alarms {
		inFile(a.Place)
	}
}

func check[T any](t *testing.T, a Attr[T], inFile func(Place)) {
	switch a.State {
	case "":
		return
	case Present, Absent:
		if a.Why != "" {
			t.Fatalf("%v has a reason though it is known", a)
		}
	case Unknown:
		if a.Why == "" {
			t.Fatalf("%v is unknown for no reason", a)
		}
	default:
		t.Fatalf("%q is no state", a.State)
	}
	inFile(a.Place)
}

func suffix(suffixes ...string) func(string) bool {
	return func(name string) bool {
		for _, s := range suffixes {
			if strings.HasSuffix(name, s) {
				return true
			}
		}
		return false
	}
}

func FuzzTerraform(f *testing.F) {
	seed(f, "terraform", suffix(".tf"))
	f.Fuzz(func(t *testing.T, content string) { fuzz(t, "main.tf", content) })
}

func FuzzTerraformJSON(f *testing.F) {
	seed(f, "terraform", suffix(".tf.json"))
	f.Fuzz(func(t *testing.T, content string) { fuzz(t, "main.tf.json", content) })
}

func FuzzPlan(f *testing.F) {
	seed(f, "plan", suffix(".json"))
	f.Fuzz(func(t *testing.T, content string) { fuzz(t, "plan.json", content) })
}

func FuzzTemplate(f *testing.F) {
	seed(f, "cloudformation", suffix(".yaml", ".yml", ".json"))
	f.Fuzz(func(t *testing.T, content string) { fuzz(t, "template.yaml", content) })
}

func FuzzServerless(f *testing.F) {
	seed(f, "serverless", suffix("serverless.yml"))
	f.Fuzz(func(t *testing.T, content string) { fuzz(t, "serverless.yml", content) })
}

func FuzzManifests(f *testing.F) {
	seed(f, "kubernetes", suffix(".yaml"))
	f.Fuzz(func(t *testing.T, content string) { fuzz(t, "k8s.yaml", content) })
}

func FuzzRabbit(f *testing.F) {
	seed(f, "rabbitmq", suffix(".json"))
	f.Fuzz(func(t *testing.T, content string) { fuzz(t, "definitions.json", content) })
}

func FuzzGo(f *testing.F) {
	seed(f, "cdk", suffix(".go"))
	seed(f, "pulumi", suffix(".go"))
	f.Fuzz(func(t *testing.T, content string) {
		fuzzWith(t, map[string]string{"go.mod": "require github.com/aws/aws-cdk-go/awscdk/v2 v2.0.0"}, "main.go", content)
	})
}

func FuzzBuilds(f *testing.F) {
	seed(f, "build", suffix("Makefile", "Dockerfile"))
	f.Fuzz(func(t *testing.T, content string) {
		facts, warnings := repository(t, map[string]string{"Makefile": content})
		if len(warnings) > 0 {
			t.Fatalf("a Makefile is never broken: %v", warnings)
		}
		for _, b := range facts.Builds {
			if len(b.Packages) == 0 || b.Place.Line < 1 {
				t.Fatalf("%+v builds nothing", b)
			}
		}
	})
}
