package infra

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestExpressions evaluates each expression as the name of a queue. "?" is an
// unknown one, "-" one that is not there; * stands for parts that are not known.
func TestExpressions(t *testing.T) {
	const frame = `
locals {
  names = ["a", "b", "c"]
  ports = { http = 80, https = 443 }
  part  = merge(var.unknown, { sure = "yes" })
  early = merge({ sure = "yes" }, var.unknown)
}
variable "unknown" {}
resource "aws_sqs_queue" "one" { name = "one" }
resource "aws_sqs_queue" "some" {
  for_each = toset(["x", "y"])
  name     = "some-${each.key}"
}
resource "aws_sqs_queue" "none" { count = 0 }
resource "aws_sqs_queue" "maybe" { count = var.unknown }
`
	tests := map[string]string{
		// texts
		`"plain"`:              "plain",
		`"a${1 + 2}b"`:         "a3b",
		`"a-${var.unknown}-b"`: "a-*-b",
		`"%{ for n in local.names }${n}%{ endfor }"`:       "abc",
		`format("%s-%d-%%", "x", 5)`:                       "x-5-%",
		`format("%s-%s", var.unknown, "x")`:                "*-x",
		`format("%05d", 7)`:                                "?",
		`join("-", local.names)`:                           "a-b-c",
		`join("-", ["a", var.unknown, "c"])`:               "a-*-c",
		`join("-", var.unknown)`:                           "?",
		`lower("ABC")`:                                     "abc",
		`upper(aws_sqs_queue.one.name)`:                    "?",
		`trimspace(aws_sqs_queue.one.name)`:                "one", // a reference shows the name of what it refers to
		`replace("x-${aws_sqs_queue.one.name}", "-", "_")`: "x_*",
		`replace("a.b.c", ".", "-")`:                       "a-b-c",
		`replace("abc", "/b/", "x")`:                       "?",
		`trimsuffix("a.fifo", ".fifo")`:                    "a",
		`trimprefix("x-a", "x-")`:                          "a",
		`trimspace(" a ")`:                                 "a",
		`substr("abcdef", 1, 3)`:                           "bcd",
		`split(",", "a,b")[1]`:                             "b",
		`basename("/x/y.zip")`:                             "y.zip",
		// references
		`aws_sqs_queue.one.name`:                                       "one",
		`aws_sqs_queue.one.arn`:                                        "*:one",
		`aws_sqs_queue.some["x"].name`:                                 "some-x",
		`"${aws_sqs_queue.one.name}-suffix"`:                           "one-suffix",
		`one(aws_sqs_queue.none[*].name)`:                              "-",
		`one([for q in aws_sqs_queue.some : q.name if q.name == "z"])`: "?",
		`join(",", [for k, q in aws_sqs_queue.some : q.name])`:         "some-x,some-y",
		`element(aws_sqs_queue.maybe.*.name, 0)`:                       "?",
		`aws_sqs_queue.nowhere.name`:                                   "?",
		`module.nowhere.name`:                                          "?",
		`path.root`:                                                    ".",
		// choices
		`true ? "a" : "b"`:                          "a",
		`var.unknown ? "a" : "b"`:                   "?",
		`var.unknown ? "a" : "a"`:                   "a",
		`var.unknown == "" ? "a" : "b"`:             "?",
		`aws_sqs_queue.one.name == "" ? "a" : "b"`:  "b",
		`aws_sqs_queue.one.arn != null ? "a" : "b"`: "a",
		`null == null ? "a" : "b"`:                  "a",
		`1 == 1 && "x" != "y" ? "a" : "b"`:          "a",
		`false && var.unknown ? "a" : "b"`:          "b",
		`true || var.unknown ? "a" : "b"`:           "a",
		`true && var.unknown ? "a" : "b"`:           "?",
		`!false ? "a" : "b"`:                        "a",
		`3 > 2 ? "a" : "b"`:                         "a",
		`length([]) == 0 ? "a" : "b"`:               "a",
		`[] == [] ? "a" : "b"`:                      "a",
		`{} == local.ports ? "a" : "b"`:             "b",
		// collections
		`local.names[1]`:                                   "b",
		`local.names[9]`:                                   "?",
		`local.ports["http"]`:                              "80",
		`local.ports.https`:                                "443",
		`lookup(local.ports, "ftp", "none")`:               "none",
		`lookup(local.ports, "http", "none")`:              "80",
		`lookup(local.part, "sure", "no")`:                 "yes",
		`lookup(local.early, "sure", "no")`:                "?",
		`local.part.sure`:                                  "yes",
		`local.part.other`:                                 "?",
		`element(local.names, 4)`:                          "b",
		`coalesce("", null, "x")`:                          "x",
		`coalesce(var.unknown, "x")`:                       "?",
		`concat(local.names, ["d"])[3]`:                    "d",
		`flatten([["a"], [["b"]]])[1]`:                     "b",
		`compact(["", "a", null])[0]`:                      "a",
		`keys(local.ports)[0]`:                             "http",
		`values(local.ports)[1]`:                           "443",
		`length(local.names)`:                              "3",
		`length("abcd")`:                                   "4",
		`contains(local.names, "b") ? "a" : "b"`:           "a",
		`contains(local.names, "z") ? "a" : "b"`:           "b",
		`contains([var.unknown], "z") ? "a" : "b"`:         "?",
		`zipmap(["k"], ["v"])["k"]`:                        "v",
		`[for n in local.names : upper(n) if n != "a"][0]`: "B",
		`{ for k, v in local.ports : v => k }["80"]`:       "http",
		`tostring(max(1, 7, 3))`:                           "7",
		`jsondecode("{\"a\": {\"b\": 5}}").a.b`:            "5",
		`jsondecode(jsonencode({ a = "x" })).a`:            "x",
		`try(local.ports.ftp, "fallback")`:                 "fallback",
		`try(var.unknown.x, "fallback")`:                   "?",
		`try(local.names[7], local.names[8])`:              "?",
		`can(local.ports.ftp) ? "a" : "b"`:                 "b",
		`sort(["b", "a"])[0]`:                              "a",
		`uuid()`:                                           "?",
		`-5 + 7`:                                           "2",
		`null`:                                             "-",
	}
	for expr, want := range tests {
		t.Run(expr, func(t *testing.T) {
			f, warnings := repository(t, map[string]string{"main.tf": frame + fmt.Sprintf("resource \"aws_sqs_queue\" \"q\" {\n  name = %s\n}\n", expr)})
			require.Empty(t, warnings)
			q := f.QueueAt("aws_sqs_queue.q")
			require.Len(t, q, 1)
			got := q[0].Name.Value
			switch q[0].Name.State {
			case Unknown:
				got = "?"
				assert.NotEmpty(t, q[0].Name.Why)
			case Absent:
				got = "-"
			}
			assert.Equal(t, want, got)
		})
	}
}
