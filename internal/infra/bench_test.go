package infra

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"runtime/metrics"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// writeTerraform writes a repository of about n resources: services of forty
// resources each, a third of which concern messages, behind a shared local
// module, in ten roots.
func writeTerraform(t testing.TB, dir string, n int) {
	t.Helper()
	write := func(name string, content string) {
		full := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(full), 0o755))
		require.NoError(t, os.WriteFile(full, []byte(content), 0o644))
	}
	write("modules/queue/main.tf", `
variable "name" { type = string }
variable "tries" { default = 5 }
resource "aws_sqs_queue" "dead" { name = "${var.name}-dlq" }
resource "aws_sqs_queue" "this" {
  name                       = var.name
  visibility_timeout_seconds = 6 * 30
  redrive_policy             = jsonencode({ deadLetterTargetArn = aws_sqs_queue.dead.arn, maxReceiveCount = var.tries })
}
output "arn" { value = aws_sqs_queue.this.arn }
output "url" { value = aws_sqs_queue.this.url }
`)
	for service := range n / 40 {
		root := fmt.Sprintf("team%d", service%10)
		content := fmt.Sprintf("locals {\n  s%d = { prefix = \"svc-%d\", lanes = toset([\"a\", \"b\"]) }\n}\n", service, service)
		for i := range 4 {
			content += fmt.Sprintf(`
module "q%[1]d_%[2]d" {
  source = "../modules/queue"
  name   = "${local.s%[1]d.prefix}-%[2]d"
}
resource "aws_lambda_function" "f%[1]d_%[2]d" {
  function_name = "${local.s%[1]d.prefix}-f%[2]d"
  filename      = "${path.module}/../bin/f%[1]d_%[2]d.zip"
  handler       = "bootstrap"
  timeout       = 30
  environment {
    variables = merge({ QUEUE_URL = module.q%[1]d_%[2]d.url, LEVEL = "info" }, { N = "%[2]d" })
  }
}
resource "aws_lambda_event_source_mapping" "m%[1]d_%[2]d" {
  event_source_arn = module.q%[1]d_%[2]d.arn
  function_name    = aws_lambda_function.f%[1]d_%[2]d.arn
}
`, service, i)
		}
		for i := range 24 { // what else an account holds
			content += fmt.Sprintf(`
resource "aws_iam_role" "r%[1]d_%[2]d" {
  name               = "${local.s%[1]d.prefix}-%[2]d"
  assume_role_policy = jsonencode({ Version = "2012-10-17", Statement = [{ Effect = "Allow", Action = "sts:AssumeRole", Principal = { Service = "lambda.amazonaws.com" } }] })
  tags               = { service = local.s%[1]d.prefix, index = "%[2]d" }
}
`, service, i)
		}
		write(fmt.Sprintf("%s/service%d.tf", root, service), content)
	}
}

// writePlan writes plan JSON of at least size bytes.
func writePlan(t testing.TB, file string, size int64) {
	t.Helper()
	f, err := os.Create(file)
	require.NoError(t, err)
	w := bufio.NewWriter(f)
	written := int64(0)
	put := func(format string, args ...any) {
		n, err := fmt.Fprintf(w, format, args...)
		require.NoError(t, err)
		written += int64(n)
	}
	n := 0
	put(`{"format_version":"1.2","terraform_version":"1.11.4","planned_values":{"root_module":{"resources":[`)
	for ; written < size/2; n++ {
		if n > 0 {
			put(",\n")
		}
		if n%10 == 0 {
			put(`{"address":"aws_sqs_queue.q%[1]d","mode":"managed","type":"aws_sqs_queue","name":"q%[1]d","values":{"name":"q%[1]d","visibility_timeout_seconds":45}}`, n)
			continue
		}
		put(`{"address":"aws_instance.i%[1]d","mode":"managed","type":"aws_instance","name":"i%[1]d","values":{"ami":"ami-%[1]d","tags":{"a":"%0512[1]d"}}}`, n)
	}
	put(`]}},"resource_changes":[`)
	for i := 0; i < n; i += 10 {
		put(`{"address":"aws_sqs_queue.q%d","type":"aws_sqs_queue","change":{"actions":["create"],"after_unknown":{"arn":true,"redrive_policy":true}}},`, i)
	}
	put(`{}],"prior_state":{"x":[`)
	for i := 0; written < size; i++ {
		if i > 0 {
			put(",")
		}
		put(`{"address":"aws_instance.i%[1]d","values":{"a":"%0512[1]d"}}`, i)
	}
	put(`]},"configuration":{"root_module":{"resources":[]}}}`)
	require.NoError(t, w.Flush())
	require.NoError(t, f.Close())
}

// peak runs f and returns the most memory that the heap held while it ran, in
// bytes, garbage that was not collected yet included.
func peak(f func()) uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}, {Name: "/memory/classes/heap/unused:bytes"}}
	most := uint64(0)
	done, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for {
			metrics.Read(sample)
			most = max(most, sample[0].Value.Uint64()+sample[1].Value.Uint64())
			select {
			case <-done:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	f()
	close(done)
	<-stopped
	return most
}

// BenchmarkTerraform reads a repository of 5,000 resources.
func BenchmarkTerraform(b *testing.B) {
	root := b.TempDir()
	writeTerraform(b, root, 5000)
	most := uint64(0)
	for b.Loop() {
		most = max(most, peak(func() {
			facts, warnings, err := Read(root, Options{})
			require.NoError(b, err)
			require.Empty(b, warnings)
			require.Len(b, facts.Queues, 5000/40*8)
			for _, q := range facts.Queues {
				facts.IsDeadLetter(q)
			}
		}))
	}
	b.ReportMetric(float64(most)/(1<<20), "peak-MB")
}

// BenchmarkPlan reads plan JSON of 50 MB.
func BenchmarkPlan(b *testing.B) {
	root := b.TempDir()
	writePlan(b, filepath.Join(root, "plan.json"), 50<<20)
	most := uint64(0)
	for b.Loop() {
		most = max(most, peak(func() {
			facts, warnings, err := Read(root, Options{})
			require.NoError(b, err)
			require.Empty(b, warnings)
			require.NotEmpty(b, facts.Queues)
		}))
	}
	b.ReportMetric(float64(most)/(1<<20), "peak-MB")
}

// TestPlanIsStreamed: a plan of 20 MB needs less memory than it is long times
// eight, which is what 400 MB for 50 MB are.
func TestPlanIsStreamed(t *testing.T) {
	if testing.Short() {
		t.Skip("writes 20 MB")
	}
	root := t.TempDir()
	const size = 20 << 20
	writePlan(t, filepath.Join(root, "plan.json"), size)
	var facts *Facts
	most := peak(func() {
		var err error
		facts, _, err = Read(root, Options{})
		require.NoError(t, err)
	})
	assert.Less(t, most, uint64(8*size))
	require.NotEmpty(t, facts.Queues)
	q := facts.QueueAt("aws_sqs_queue.q0")
	require.Len(t, q, 1)
	assert.Equal(t, Unknown, q[0].DeadLetter.State)
	assert.Equal(t, 1, q[0].Place.Line)
	assert.Equal(t, 11, facts.QueueAt("aws_sqs_queue.q10")[0].Place.Line)
}
