package infra

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func addresses(queues []*Queue) []string {
	var out []string
	for _, q := range queues {
		out = append(out, q.Root+" "+q.Address)
	}
	return out
}

const linked = `
resource "aws_sqs_queue" "bills" {
  name           = "bills-${var.stage}"
  redrive_policy = jsonencode({ deadLetterTargetArn = aws_sqs_queue.unpaid.arn, maxReceiveCount = 3 })
}
resource "aws_sqs_queue" "unpaid" { name = "unpaid-${var.stage}" }
resource "aws_sqs_queue" "lane" {
  for_each = toset(["a", "b"])
  name     = "lane-${each.key}"
}
resource "aws_dynamodb_table" "lane" { name = "lane-a" }
resource "aws_lambda_function" "f" {
  function_name = "worker"
  environment { variables = { BILLS_URL = aws_sqs_queue.bills.url, LANE = "https://sqs.eu-west-1.amazonaws.com/111122223333/lane-b", REGION = "eu" } }
}
resource "aws_lambda_event_source_mapping" "m" {
  event_source_arn = aws_sqs_queue.bills.arn
  function_name    = aws_lambda_function.f.arn
}
resource "aws_lambda_event_source_mapping" "t" {
  event_source_arn = aws_dynamodb_table.lane.stream_arn
  function_name    = "arn:aws:lambda:eu-west-1:111122223333:function:worker"
}
module "m" {
  source = "terraform-aws-modules/sqs/aws"
  name   = "modular"
}
data "aws_sqs_queue" "lane" { name = "lane-a" }
variable "stage" {}
`

// TestLink asks the questions of linking.
func TestLink(t *testing.T) {
	f, warnings := repository(t, map[string]string{"prod/main.tf": linked, "staging/main.tf": linked})
	require.Empty(t, warnings)

	t.Run("by address", func(t *testing.T) {
		assert.Equal(t, []string{"prod aws_sqs_queue.bills", "staging aws_sqs_queue.bills"}, addresses(f.QueueAt("aws_sqs_queue.bills")))
		assert.Equal(t, []string{`prod aws_sqs_queue.lane["b"]`, `staging aws_sqs_queue.lane["b"]`}, addresses(f.QueueAt(`aws_sqs_queue.lane["b"]`)))
		assert.Len(t, f.QueueAt("aws_sqs_queue.lane"), 4, "without the key, every instance")
		assert.Len(t, f.QueueAt("module.m"), 2, "a module stands for its queue")
		assert.Len(t, f.QueueAt("aws_sqs_queue.this"), 2, "without its modules")
		assert.Empty(t, f.QueueAt("aws_sqs_queue.bill"))
	})
	t.Run("by name", func(t *testing.T) {
		assert.Len(t, f.QueueNamed("lane-b"), 2)
		assert.Len(t, f.QueueNamed("arn:aws:sqs:eu-west-1:111122223333:lane-b"), 2)
		assert.Equal(t, []string{"prod aws_sqs_queue.bills", "staging aws_sqs_queue.bills"}, addresses(f.QueueNamed("https://x/1/bills-prod")), "a name that is known in part")
		assert.Equal(t, []string{`prod aws_sqs_queue.lane["a"]`, `staging aws_sqs_queue.lane["a"]`}, addresses(f.QueueNamed("lane-a")), "not what looks it up")
		assert.Empty(t, f.QueueNamed("*"))
		assert.Empty(t, f.QueueNamed(""))
		assert.Empty(t, f.QueueNamed("bill"))
	})
	t.Run("by variable", func(t *testing.T) {
		uses := f.QueueByVariable("BILLS_URL")
		require.Len(t, uses, 2)
		for _, use := range uses {
			assert.True(t, use.Exact)
			require.Len(t, use.Queues, 1)
			assert.Equal(t, use.Compute.Root, use.Queues[0].Root, "each environment has its own")
		}
		lane := f.QueueByVariable("LANE")
		require.Len(t, lane, 2)
		assert.False(t, lane[0].Exact, "only text names it")
		assert.Equal(t, []string{`prod aws_sqs_queue.lane["b"]`}, addresses(lane[0].Queues), "that of its own environment")
		region := f.QueueByVariable("REGION")
		require.Len(t, region, 2)
		assert.Empty(t, region[0].Queues)
		assert.Empty(t, f.QueueByVariable("NOBODY"))
	})
	t.Run("by compute", func(t *testing.T) {
		c := f.Computes[0]
		assert.Equal(t, []string{"prod aws_sqs_queue.bills"}, addresses(f.QueueByCompute(c)), "the table's stream is no queue of its name")
		require.Len(t, f.EdgesTo(c), 2, "by definition and by ARN, but not those of staging")
		q := f.QueueAt("aws_sqs_queue.bills")[0]
		from := f.EdgesFrom(q)
		require.Len(t, from, 1)
		assert.Equal(t, []*Compute{c}, f.ComputeOf(from[0].To.Value))
	})
	t.Run("named like a dead letter", func(t *testing.T) {
		f, _ := repository(t, map[string]string{"main.tf": `
resource "aws_sqs_queue" "payment_failed" { redrive_policy = jsonencode({ deadLetterTargetArn = aws_sqs_queue.rest.arn, maxReceiveCount = 3 }) }
resource "aws_sqs_queue" "rest" {}
resource "aws_sqs_queue" "order_failed" {}
`})
		assert.False(t, f.IsDeadLetter(f.QueueAt("aws_sqs_queue.payment_failed")[0]), "it has one of its own")
		assert.True(t, f.IsDeadLetter(f.QueueAt("aws_sqs_queue.rest")[0]))
		assert.True(t, f.IsDeadLetter(f.QueueAt("aws_sqs_queue.order_failed")[0]))
	})
	t.Run("dead letters", func(t *testing.T) {
		bills := f.QueueAt("aws_sqs_queue.bills")[1]
		assert.Equal(t, []string{"staging aws_sqs_queue.unpaid"}, addresses(f.DeadLetterOf(bills)))
		assert.True(t, f.IsDeadLetter(f.QueueAt("aws_sqs_queue.unpaid")[0]))
		assert.False(t, f.IsDeadLetter(bills))
		assert.Empty(t, f.DeadLetterOf(f.QueueAt("aws_sqs_queue.unpaid")[0]))
	})
}

// TestSiblings: the same queue in each environment, not another of that address.
func TestSiblings(t *testing.T) {
	f, _ := repository(t, map[string]string{
		"prod/main.tf":    `resource "aws_sqs_queue" "q" { name = "orders-prod" }`,
		"staging/main.tf": `resource "aws_sqs_queue" "q" { name = "staging-orders" }`,
		"dev/main.tf":     `resource "aws_sqs_queue" "q" { name = "orders-${terraform.workspace}" }`,
		"other/main.tf":   `resource "aws_sqs_queue" "q" { name = "invoices" }`,
		"bare/main.tf":    `resource "aws_sqs_queue" "q" {}`,
	})
	var roots []string
	for _, q := range f.QueueAt("aws_sqs_queue.q") {
		if q.Root == "prod" {
			for _, s := range f.Siblings(q) {
				roots = append(roots, s.Root)
			}
		}
	}
	assert.Equal(t, []string{"bare", "dev", "staging"}, roots)
}

func TestDeadLetterName(t *testing.T) {
	for _, name := range []string{"orders-dlq", "OrdersDLQ", "dead-letter", "orders_dead_letters", "x.DLT", "failed-events", "paymentErrors", "parking-lot", "aws_sqs_queue.poison"} {
		assert.True(t, deadLetterName(name), name)
	}
	for _, name := range []string{"", "orders", "deadline", "mirror", "terror-alerts", "failover", "undeadly"} {
		assert.False(t, deadLetterName(name), name)
	}
}

// TestPolicyOf: the highest priority that matches wins, an operator's before
// others, and one whose pattern is not known may always match.
func TestPolicyOf(t *testing.T) {
	pattern := func(p string) Attr[string] { return Attr[string]{State: Present, Value: p} }
	low := &Policy{Name: "low", Pattern: pattern("^a"), Priority: 1}
	high := &Policy{Name: "high", Pattern: pattern("^ab"), Priority: 2}
	exchanges := &Policy{Name: "exchanges", Pattern: pattern(".*"), Priority: 9, ApplyTo: "exchanges"}
	f := &Facts{Policies: []*Policy{low, high, exchanges}}
	assert.Equal(t, low, f.PolicyOf("ac"))
	assert.Equal(t, high, f.PolicyOf("abc"))
	assert.Nil(t, f.PolicyOf("b"))
	operator := &Policy{Name: "operator", Pattern: pattern("^abc$"), Operator: true}
	open := &Policy{Name: "open", Pattern: Attr[string]{State: Unknown}}
	f = &Facts{Policies: []*Policy{low, high, operator, open}}
	assert.Equal(t, operator, f.PolicyOf("abc"))
	assert.Equal(t, high, f.PolicyOf("abd"))
	assert.Equal(t, open, f.PolicyOf("b"))
	assert.True(t, f.HasTopology())
	assert.False(t, (&Facts{}).HasTopology())
}

// TestAlarms: an alarm proves that alarms of its kind live here.
func TestAlarmsOf(t *testing.T) {
	f, _ := repository(t, map[string]string{"main.tf": `
resource "aws_sqs_queue" "a_dlq" { name = "a-dlq" }
resource "aws_sqs_queue" "b_dlq" { name = "b-dlq" }
resource "aws_cloudwatch_metric_alarm" "a" {
  namespace   = "AWS/SQS"
  metric_name = "ApproximateNumberOfMessagesVisible"
  dimensions  = { QueueName = aws_sqs_queue.a_dlq.name }
}
`})
	require.Len(t, f.AlarmsOf(f.QueueAt("aws_sqs_queue.a_dlq")[0]), 1)
	assert.Empty(t, f.AlarmsOf(f.QueueAt("aws_sqs_queue.b_dlq")[0]))
	assert.True(t, f.HasAlarms(SQS))
	assert.False(t, f.HasAlarms(PubSub))
}

// TestJSON: facts survive JSON, and equal repositories give equal bytes.
func TestJSON(t *testing.T) {
	files := map[string]string{"prod/main.tf": linked, "staging/main.tf": linked}
	f, _ := repository(t, files)
	data, err := json.Marshal(f)
	require.NoError(t, err)
	var back Facts
	require.NoError(t, json.Unmarshal(data, &back))
	assert.Equal(t, lines(f, nil), lines(&back, nil))
	for range 5 {
		again, _ := repository(t, files)
		more, err := json.Marshal(again)
		require.NoError(t, err)
		require.Equal(t, string(data), string(more))
	}
	attr, err := json.Marshal(Attr[time.Duration]{State: Absent, Value: 90 * time.Second, Place: Place{"a.tf", 3, 1}})
	require.NoError(t, err)
	assert.JSONEq(t, `{"state":"absent","value":"1m30s","place":{"file":"a.tf","line":3,"column":1}}`, string(attr))
	assert.Error(t, json.Unmarshal([]byte(`{"state":"present","value":"soon"}`), new(Attr[time.Duration])))
}

func TestEnvironmentOf(t *testing.T) {
	for file, want := range map[string]Environment{
		"main.tf": AnyEnvironment, "infra/prod/main.tf": Production, "infra/Production/eu/main.tf": Production, "envs/stg/x.yaml": Staging,
		"deploy/dev/x.yaml": Development, "localstack/init/main.tf": Development, "e2e/x.yaml": Development,
		"examples/prod/main.tf": Example, "docs/x.yaml": Example, "_examples/x/main.tf": Example,
		"values-prod.yaml": Production, "serverless.dev.yml": Development, "k8s/app-staging.yaml": Staging,
		"infra/prod/dev.tf": Production, "product/main.tf": AnyEnvironment, "live-orders/main.tf": AnyEnvironment, "prod-to-staging.yaml": AnyEnvironment,
		"infra/acme-prod/main.tf": Production,
	} {
		assert.Equal(t, want, environmentOf(file), file)
	}
	assert.False(t, Definition{Environment: Development}.Evidence())
	assert.False(t, Definition{Environment: Example}.Evidence())
	assert.True(t, Definition{Environment: Staging}.Evidence())
	assert.True(t, Definition{}.Evidence())
}

func TestDurations(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"PT1M": time.Minute, "PT1M30S": 90 * time.Second, "P1DT2H": 26 * time.Hour, "P2W": 14 * 24 * time.Hour, "PT0.5S": 500 * time.Millisecond,
		"600s": 10 * time.Minute, "1m30s": 90 * time.Second,
	} {
		got, ok := parseDuration(text)
		assert.True(t, ok, text)
		assert.Equal(t, want, got, text)
	}
	for _, text := range []string{"", "P", "PT", "P1M", "P1Y", "PTS", "10", "soon", "PT1X", "P999999999999999W"} {
		_, ok := parseDuration(text)
		assert.False(t, ok, text)
	}
}

func TestNames(t *testing.T) {
	name := func(s string) Attr[string] { return Attr[string]{State: Present, Value: s} }
	assert.True(t, namesSame(name("orders-*"), "https://x/1/orders-prod"))
	assert.True(t, namesSame(name("*-orders"), "arn:aws:sqs:eu:1:prod-orders"))
	assert.True(t, namesSame(name("orders-prod"), "orders-*"))
	assert.False(t, namesSame(name("orders-*"), "invoices"))
	assert.False(t, namesSame(name("*"), "orders"))
	assert.False(t, namesSame(name("a*"), "anything"), "two characters are no evidence")
	assert.False(t, namesSame(name("orders"), "orders-dlq"))
	assert.True(t, wildcard("a*b*c", "a--b--c"))
	assert.False(t, wildcard("a*b*c", "a--c--b"))
	assert.False(t, wildcard("ab*ba", "aba"))
}
