package infra

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestHostile reads files that are small and would cost more than a machine
// has. Each must be done at once, and the good file beside it must be read.
func TestHostile(t *testing.T) {
	const good = `resource "aws_sqs_queue" "good" { name = "good" }`
	repeat := func(n int, f func(i int) string) string {
		var b strings.Builder
		for i := range n {
			b.WriteString(f(i))
		}
		return b.String()
	}
	template := func(s string) string { return "# AWS::SQS::Queue\nResources:\n" + s }
	tests := []struct {
		name, file, content string
		warning             string // part of one, "" when the file is only not known
	}{
		{"aliases of aliases", "a.yaml", template("  a0: &a0 [x, x]\n" + repeat(30, func(i int) string {
			return fmt.Sprintf("  a%d: &a%d [*a%d, *a%d, *a%d]\n", i+1, i+1, i, i, i)
		})), "nodes when aliases are followed"},
		{"an alias of itself", "a.yaml", template("  a: &a [*a, *a]\n"), "not read"},
		{"merge keys that multiply", "a.yaml", template("  m0: &m0 {a: 1, b: 2}\n" + repeat(25, func(i int) string {
			return fmt.Sprintf("  m%d: &m%d {<<: [*m%d, *m%d], k%d: 1}\n", i+1, i+1, i, i, i)
		})), "not read"},
		{"deep flow nesting", "a.yaml", template("  a: " + strings.Repeat("[", 100_000)), "nested deeper"},
		{"deep block nesting", "a.yaml", template(repeat(2000, func(i int) string { return strings.Repeat(" ", i+2) + "a:\n" })), "not read"},
		{"deep JSON", "a.json", `{"Resources": {"AWS::SQS::Queue": ` + strings.Repeat("[", 100_000), "not"},
		{"deep plan", "plan.json", `{"format_version":"1","terraform_version":"1","planned_values":` + strings.Repeat(`{"root_module":`, 5000), "not"},
		{"deep brackets", "x/a.tf", "locals { queue = " + strings.Repeat("(", 100_000) + " }", "nested deeper"},
		{"stacked operators", "x/a.tf", "locals { queue = " + strings.Repeat("!", 100_000) + "true }", "nested deeper"},
		{"a long sum", "x/a.tf", `resource "aws_sqs_queue" "q" { delay_seconds = 1` + strings.Repeat("+1", 100_000) + " }", ""},
		{"texts that double", "x/a.tf", "locals {\n t0 = \"0123456789\"\n" + repeat(60, func(i int) string {
			return fmt.Sprintf("t%d = \"${local.t%d}${local.t%d}\"\n", i+1, i, i)
		}) + "}\n" + `resource "aws_sqs_queue" "q" { name = local.t60 }`, ""},
		{"lists that double", "x/a.tf", "locals {\n t0 = []\n" + repeat(60, func(i int) string {
			return fmt.Sprintf("t%d = [local.t%d, local.t%d]\n", i+1, i, i)
		}) + "}\n" + `resource "aws_sqs_queue" "q" { for_each = toset(flatten(local.t60)) }`, ""},
		{"choices that double", "x/a.tf", "locals {\n t0 = var.x\n" + repeat(60, func(i int) string {
			return fmt.Sprintf("t%d = var.y ? local.t%d : local.t%d\n", i+1, i, i)
		}) + "}\n" + `resource "aws_sqs_queue" "q" { redrive_policy = local.t60 }`, ""},
		{"loops in loops", "x/a.tf", "locals {\n n = range(1000)\n m = [for a in local.n : [for b in local.n : [for c in local.n : \"${a}${b}${c}\"]]]\n}\n" +
			`resource "aws_sqs_queue" "q" { count = length(local.m) }`, "too much to evaluate"},
		{"locals in a circle", "x/a.tf", "locals {\n a = local.b\n b = local.a\n}\n" + `resource "aws_sqs_queue" "q" { name = local.a }`, ""},
		{"a count of itself", "x/a.tf", `resource "aws_sqs_queue" "q" { count = length(aws_sqs_queue.q) }`, ""},
		{"a module in a circle", "x/a.tf", `module "a" { source = "./" }` + "\n" + `module "b" { source = "../x" }` + "\n" + `resource "aws_sqs_queue" "q" {}`, ""},
		{"names of names", "a.yaml", template(repeat(200, func(i int) string {
			return fmt.Sprintf("  Q%d:\n    Type: AWS::SQS::Queue\n    Properties: {QueueName: !Sub \"%s\"}\n", i, repeat(100, func(j int) string { return fmt.Sprintf("${Q%d.QueueName}", (i+j+1)%200) }))
		})), ""},
		{"variables in a circle", "serverless.yml", "service: s\ncustom: {a: \"${self:custom.b}${self:custom.b}\", b: \"${self:custom.a}${self:custom.a}\"}\nresources: {Resources: {Q: {Type: AWS::SQS::Queue, Properties: {QueueName: \"${self:custom.a}\"}}}}\n", ""},
		{"variables that double", "serverless.yml", "service: s\ncustom:\n  a0: [x]\n" + repeat(40, func(i int) string {
			return fmt.Sprintf("  a%d: [\"${self:custom.a%d}\", \"${self:custom.a%d}\"]\n", i+1, i, i)
		}) + "resources: {Resources: {Q: {Type: AWS::SQS::Queue, Properties: {QueueName: \"${self:custom.a40}\"}}}}\n", ""},
		{"not text at all", "x/a.tf", "queue \x00\xff\xfe", "not HCL"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			start := time.Now()
			facts, warnings := repository(t, map[string]string{"good.tf": good, tt.file: tt.content})
			took := time.Since(start)
			runtime.ReadMemStats(&after)
			assert.Len(t, facts.QueueAt("aws_sqs_queue.good"), 1)
			assert.Less(t, took, 20*time.Second) // two orders more than it takes
			assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(4<<30))
			var text []string
			for _, w := range warnings {
				text = append(text, w.String())
			}
			if tt.warning == "" {
				assert.Empty(t, text)
			} else {
				assert.Contains(t, strings.Join(text, "\n"), tt.warning)
			}
		})
	}
}

// TestLimits reads no file that is larger than allowed, except a plan.
func TestLimits(t *testing.T) {
	root := t.TempDir()
	write := func(name, content string) {
		require.NoError(t, os.WriteFile(filepath.Join(root, name), []byte(content), 0o644))
	}
	write("large.tf", `resource "aws_sqs_queue" "large" {}`+strings.Repeat("# fill\n", 200))
	write("plan.json", `{"format_version":"1.2","terraform_version":"1.11.4","planned_values":{"root_module":{"resources":[`+
		`{"address":"aws_sqs_queue.p","mode":"managed","type":"aws_sqs_queue","values":{"name":"p"}}]}}}`+strings.Repeat(" ", 2000))
	write("small.tf", `resource "aws_sqs_queue" "small" {}`)
	facts, warnings, err := Read(root, Options{MaxFileSize: 1000})
	require.NoError(t, err)
	assert.Empty(t, facts.QueueAt("aws_sqs_queue.large"))
	assert.Len(t, facts.QueueAt("aws_sqs_queue.small"), 1)
	assert.Len(t, facts.QueueAt("aws_sqs_queue.p"), 1)
	require.Len(t, warnings, 1)
	assert.Equal(t, "large.tf:1: larger than 1000 bytes: not read; split it, or raise the limit", warnings[0].String())

	facts, warnings, err = Read(root, Options{MaxFileSize: 1000, MaxPlanSize: 1500})
	require.NoError(t, err)
	assert.Empty(t, facts.QueueAt("aws_sqs_queue.p"))
	assert.Len(t, warnings, 2)

	_, warnings, err = Read(root, Options{MaxFiles: 2})
	require.NoError(t, err)
	require.NotEmpty(t, warnings)
	assert.Contains(t, warnings[len(warnings)-1].Message, "more than 2 files")
}

func TestReadNeedsDirectory(t *testing.T) {
	file := filepath.Join(t.TempDir(), "main.tf")
	require.NoError(t, os.WriteFile(file, nil, 0o644))
	for _, root := range []string{file, file + "-missing"} {
		facts, _, err := Read(root, Options{})
		assert.Error(t, err)
		assert.NotNil(t, facts)
	}
}

// TestOutside follows no link or path that leaves the repository.
func TestOutside(t *testing.T) {
	outside := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(outside, "secret.json"), []byte(`{"deadLetterTargetArn": "arn:aws:sqs:x:1:secret"}`), 0o644))
	root := t.TempDir()
	rel, err := filepath.Rel(root, filepath.Join(outside, "secret.json"))
	require.NoError(t, err)
	require.NoError(t, os.Symlink(filepath.Join(outside, "secret.json"), filepath.Join(root, "link.json")))
	content := fmt.Sprintf("resource \"aws_sqs_queue\" \"a\" { redrive_policy = file(%q) }\n"+
		"resource \"aws_sqs_queue\" \"b\" { redrive_policy = file(%q) }\n"+
		"resource \"aws_sqs_queue\" \"c\" { redrive_policy = file(\"link.json\") }\n",
		filepath.ToSlash(rel), filepath.ToSlash(filepath.Join(outside, "secret.json")))
	require.NoError(t, os.WriteFile(filepath.Join(root, "main.tf"), []byte(content), 0o644))
	facts, _, err := Read(root, Options{})
	require.NoError(t, err)
	require.Len(t, facts.Queues, 3)
	for _, q := range facts.Queues {
		assert.Equal(t, Unknown, q.DeadLetter.State, q.Address)
		assert.Empty(t, q.DeadLetter.Value.Text)
	}
}
