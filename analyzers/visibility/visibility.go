// Package visibility reports handlers that may work longer than the broker
// waits for them.
//
// # Analyzer visibility
//
// visibility: reports handlers whose worst case takes longer than the lease of the message
//
// The tax office answered slowly that night. The client gave it 45 seconds, the
// queue gave the handler 30: after half a minute the message was visible again,
// and a second worker filed the same return while the first still waited for the
// receipt. Nothing had crashed, nothing was retried, and both copies succeeded.
//
// # Fix
//
// Make the lease longer than the longest delivery: the sum of the time limits of
// all clients, times their attempts, times the messages of a batch that are
// worked off one after another. Where the work has no limit give it one, with a
// timeout of the client or a context with a deadline. Or extend the lease while
// the work runs. A Lambda function is ended by its own timeout: the visibility
// timeout of its queue should be six times that.
//
// # Limits
//
// What a call may take is known from the timeouts of clients, deadlines of
// contexts, the defaults of libraries, and pauses; databases and brokers are
// taken to answer at once. A loop counts as often as it turns for sure. So the
// sum is the least that the worst case takes. A lease is known where the queue
// is, or the receive asks for one itself. Of a handler that nothing links to a
// queue's definition there is at most a note, by the broker's default, and only
// where the repository defines no such queue.
package visibility

import (
	_ "embed"
	"fmt"
	"slices"
	"time"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/rule"
)

// ID is the rule's id.
const ID = "IDM006"

//go:embed visibility.go
var source string

// Analyzer is the rule.
var Analyzer = rule.ForQueues(ID, "visibility", source, check)

// enough is how many times the timeout of a Lambda function the lease should be,
// by the advice of AWS: so often the function may be throttled and tried again.
const enough = 6

// long is a lease that a call without a limit seldom outlasts: nothing is said of
// a broker's default that long.
const long = 15 * time.Minute

func check(h *model.Handler) []finding.Finding {
	if h.AckedFirst() {
		return nil // nothing waits for the handler
	}
	var found []finding.Finding
	fits := map[string]bool{}
	for _, l := range h.Shifts() {
		if f, wrong := judge(h, l); wrong {
			found = append(found, f)
		} else {
			fits[l.Of] = true
		}
	}
	// Of a queue that is defined once for each environment, one that is right says
	// that the others are so on purpose.
	return slices.DeleteFunc(found, func(f finding.Finding) bool { return fits[f.Subject] })
}

// judge holds the work against the lease.
func judge(h *model.Handler, l model.Shift) (finding.Finding, bool) {
	switch {
	case l.InFunction && l.Function > l.For:
		return ofFunction(h, l, finding.Error, "is over first: the message is delivered again while the function still works"), true
	case l.InFunction && l.Function > 0 && l.Function*enough > l.For:
		return ofFunction(h, l, finding.Note, fmt.Sprintf("leaves too little time for a throttled batch, for which AWS advises %d times as much", enough)), true
	case l.InFunction || l.Extended || l.Duration.Unbounded && l.Default && l.For >= long:
		return finding.Finding{}, false
	case l.Duration.Total > l.For:
		return tooSlow(h, l), true
	}
	return finding.Finding{}, false
}

// ofFunction is a finding about a function's timeout.
func ofFunction(h *model.Handler, l model.Shift, severity finding.Severity, why string) finding.Finding {
	given := model.Seconds(l.For)
	if l.Default {
		given += " (" + l.Why + ")"
	}
	f := start(h, l, fmt.Sprintf("the function of handler %s has a timeout of %s, its queue %s a lease of %s, which %s",
		h.Name, model.Seconds(l.Function), l.Of, given, why))
	f.Severity = severity
	return graded(f, l, l.Assumed)
}

// tooSlow is a finding about the handler's own work.
func tooSlow(h *model.Handler, l model.Shift) finding.Finding {
	f := start(h, l, fmt.Sprintf("handler %s may take %s > %s (%s) for one delivery, and nothing extends the lease: the message is delivered again while the first copy still works",
		h.Name, l.Duration.Sum(), model.Seconds(l.For), lease(l)))
	for _, p := range l.Duration.Parts {
		if at := p.Place; at.IsValid() && p.Each*time.Duration(p.Times) > l.For/8 {
			at.Note = "may take " + p.String()
			f.Path = append(f.Path, at)
		}
	}
	f.Schedule = fmt.Sprintf("%s is over while %s still works → a second copy runs beside the first", model.Seconds(l.For), l.Duration.Longest().Call)
	return graded(f, l, l.Assumed || l.Duration.Assumed)
}

// lease names a lease for a sum.
func lease(l model.Shift) string {
	if l.Default && l.Of != "" {
		return l.Why + ", " + l.Of
	}
	return l.Why
}

// start is a finding where a person sets the lease.
func start(h *model.Handler, l model.Shift, message string) finding.Finding {
	category := h.Category()
	return finding.Finding{
		Severity: finding.SeverityOf(category), Category: category,
		File: l.Place.File, Line: l.Place.Line, Column: l.Place.Column,
		Handler: h.Name, Message: message, Path: l.Path, Subject: finding.Bare(l.Of),
	}
}

// graded says how sure a finding is.
func graded(f finding.Finding, l model.Shift, assumed bool) finding.Finding {
	f.Confidence = finding.High
	if assumed {
		f.Confidence = finding.Medium
	}
	if l.Level < model.LevelHigh {
		f.Confidence, f.Severity = finding.Low, finding.Note
	}
	return f
}
