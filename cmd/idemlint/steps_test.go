package main

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/idemlint/idemlint/internal/output"
)

// TestSteps checks what the incident's handlers do, in order.
func TestSteps(t *testing.T) {
	tool, err := exec.LookPath("idemlint")
	require.NoError(t, err)
	out, err := exec.Command(tool, "handlers", "-C", "../../testdata/src", "-format", "json", "./incident/...").Output()
	require.NoError(t, err)
	run, err := output.ReadJSON(strings.NewReader(string(out)))
	require.NoError(t, err)
	got := make(map[string][]string)
	for _, h := range run.Handlers {
		for _, s := range h.Steps {
			line := s.Kind + " " + s.Label
			if s.Effect != nil {
				require.Less(t, *s.Effect, len(h.Effects))
				assert.Equal(t, h.Effects[*s.Effect].Line, s.Line)
				line += " [" + h.Effects[*s.Effect].Category + "]"
			}
			if s.Key != "" {
				line += " " + s.Key
			}
			if s.Transaction > 0 {
				line += " tx"
			}
			if s.Seconds == 240 {
				line += " 240 s"
			}
			if s.Verdict != "" {
				line += " " + s.Verdict
			}
			got[h.Name] = append(got[h.Name], line)
		}
	}
	assert.Equal(t, map[string][]string{
		"guarded.(*Consumer).Run": {
			"claim c.Seen.SetNX [db] business",
			"effect s.Client.V1PaymentIntents.Capture [money] 240 s",
			"effect w.DB.ExecContext [db]",
			"effect m.Client.SendWithContext [notify]",
			"ack c.Queue.DeleteMessage forget",
		},
		"keyed.(*Consumer).Run": { // without the rollback that is deferred behind the commit
			"effect c.Stripe.V1PaymentIntents.Capture [money] business 240 s",
			"begin c.DB.BeginTx tx",
			"claim tx.ExecContext (taken) [db] business tx",
			"effect tx.ExecContext (stock) [db] tx",
			"commit tx.Commit tx",
			"effect m.Client.SendWithContext [notify]",
			"ack c.Queue.DeleteMessage forget",
		},
		"orders.(*Consumer).Run": {
			"effect s.Client.V1PaymentIntents.Capture [money] 240 s",
			"effect w.DB.ExecContext [db]",
			"effect m.Client.SendWithContext [notify]",
			"ack c.Queue.DeleteMessage forget",
		},
	}, got)
	assert.Equal(t, 30.0, run.Handlers[2].LeaseSeconds)
	assert.Equal(t, output.Summary{Packages: 5, Analyzed: 5, Handlers: 3}, run.Summary)
}
