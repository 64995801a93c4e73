package catalog

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const queueHead = `library: x
module: example.com/x
packages: {x: example.com/x}
queues:
  - func: x.Make
`

func TestQueueErrors(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"no word":          {"    kind: sqs\n", "x.yml:5: does is missing (one of: define, configure, name, bind, watch, wrap, retry, dead-letter)"},
		"no kind":          {"    does: define\n", "x.yml:5: kind is missing: what is the queue? (sqs, rabbitmq, ...)"},
		"no name":          {"    does: name\n", "x.yml:5: name is missing: which parameter names the queue?"},
		"no exchange":      {"    does: bind\n    kind: rabbitmq\n    name: q\n", "x.yml:5: exchange is missing: which parameter names the exchange?"},
		"attribute of one": {"    does: name\n    name: q\n    attributes: [{is: lease, default: 30s}]\n", "x.yml:8: only a call that defines or configures a queue has attributes"},
		"no attribute":     {"    does: define\n    kind: sqs\n    attributes: [{is: leese, default: 30s}]\n", `x.yml:8: is is "leese", did you mean "lease"? (allowed: name, lease, max-receives, dead-letter, retention, delay, fifo, dedup, topic, ack-policy, queue-type, expires, temporary)`},
		"nowhere":          {"    does: define\n    kind: sqs\n    attributes: [{is: lease}]\n", "x.yml:8: an attribute has a param, an option or a default"},
		"two places":       {"    does: define\n    kind: sqs\n    attributes: [{is: lease, param: q, option: x.Lease}]\n", "x.yml:8: an attribute has one of param and option, not both"},
		"entry of nothing": {"    does: define\n    kind: sqs\n    attributes: [{is: lease, entry: q, default: 30s}]\n", "x.yml:8: entry and json say where in a param, or in the arg of an option, to look"},
		"unit of a name":   {"    does: define\n    kind: sqs\n    attributes: [{is: fifo, param: q, unit: 1s}]\n", "x.yml:8: fifo is no duration, and has no unit"},
		"twice":            {"    does: retry\n  - func: x.Make\n    does: wrap\n    arg: q\n", "x.yml:7: example.com/x.Make already stands in queues at line 5"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := Load(Source{Name: "x.yml", Data: []byte(queueHead + c.text)})
			require.Error(t, err)
			assert.Contains(t, err.Error(), c.want)
		})
	}
}
