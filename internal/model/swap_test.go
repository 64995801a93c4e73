package model

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/idemlint/idemlint/internal/sqltext"
)

func TestSwap(t *testing.T) {
	for text, want := range map[string]string{
		`UPDATE t SET state = 'taken' WHERE id = $1 AND state = 'new'`:                    "state",
		`UPDATE t SET state = 'taken' WHERE id = $1 AND state IN ('new', 'retry')`:        "state",
		`UPDATE t SET state = 'taken' WHERE id = $1 AND state <> 'taken'`:                 "state",
		`UPDATE t SET done_at = now() WHERE id = $1 AND done_at IS NULL`:                  "done_at",
		`UPDATE t SET done = true WHERE id = $1 AND done = false`:                         "done",
		`UPDATE t SET done = true WHERE id = $1 AND done IS NOT TRUE`:                     "done",
		`UPDATE t SET state = 'taken' WHERE id = $1 AND state IN ('new', 'taken')`:        "", // taken again
		`UPDATE t SET state = 'taken' WHERE id = $1 AND state <> 'done'`:                  "", // taken again
		`UPDATE t SET state = $2 WHERE id = $1 AND state = $3`:                            "", // nobody knows
		`UPDATE t SET note = 'x' WHERE id = $1 AND done_at IS NULL`:                       "", // done_at stays as it is
		`UPDATE t SET done_at = NULL WHERE id = $1 AND done_at IS NULL`:                   "",
		`UPDATE t SET n = n + 1 WHERE id = $1 AND n = 0`:                                  "",
		`UPDATE t SET state = 'taken' WHERE id = $1 AND (state = 'new' OR until < now())`: "", // may be taken from somebody
	} {
		got := ""
		if made := swapped(sqlDemands(sqltext.Parse(text), noArg)); made != nil {
			got = made.column
		}
		assert.Equal(t, want, got, text)
	}
}
