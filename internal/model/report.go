package model

import (
	"fmt"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// Finding starts a finding about the effect; the rule adds its own identity
// and grades it.
func (e *Effect) Finding(message, schedule string) finding.Finding {
	f := finding.Finding{
		Severity: finding.SeverityOf(e.Category), Confidence: finding.High, Category: e.Category,
		File: e.Place.File, Line: e.Place.Line, Column: e.Place.Column,
		Handler: e.Handler.Name, Message: message, Path: e.Path, Schedule: schedule, Subject: e.Func,
	}
	if e.Medium {
		f.Confidence = finding.Medium
	}
	if e.Category == "publish" && e.BodyID && !e.Key.Given || e.Transient || e.Handler.AckedFirst() {
		f.Severity = finding.Note
	}
	return f
}

// Settled reports whether a repeat of the effect does no harm, or whether the
// model cannot tell: rules about missing keys are silent then.
func (e *Effect) Settled() bool {
	return e.Natural != "" || e.Relative || e.Guarded || e.Claim || e.Uncertain
}

// Noun names the effect in a sentence: "the payment call w.sc.V1Refunds.Create".
func (e *Effect) Noun() string {
	kind := map[string]string{
		"money": "payment call", "inventory": "inventory change", "http": "request", "rpc": "call", "db": "write",
		"publish": "publish", "notify": "notification", "cloud": "cloud call", "index": "index write",
	}[e.Category]
	if kind == "" {
		kind = "call"
	}
	return fmt.Sprintf("%s %s", kind, e.Call)
}

// CrashSchedule is the run that repeats an effect no key protects.
func (e *Effect) CrashSchedule() string {
	if e.Handler.AckedFirst() {
		return fmt.Sprintf("the producer publishes the event again → %s runs a second time", e.Call)
	}
	if e.Handler.Ack == "return" {
		return fmt.Sprintf("crash after %s and before the handler returns → the message is delivered again and %s runs a second time", e.Call, e.Call)
	}
	return fmt.Sprintf("crash after %s and before the ack → the message is delivered again and %s runs a second time", e.Call, e.Call)
}

// Why says what keeps the effect from being reported for a missing key, ""
// for nothing.
func (e *Effect) Why() string {
	switch {
	case e.Natural != "":
		return e.Natural
	case e.behind != "":
		return "is behind " + e.behind + ", which does not protect it"
	case e.Relative && e.Guarded:
		return "builds on the value before, behind a guard"
	case e.Relative:
		return "builds on the value before"
	case e.Guarded:
		return "is guarded"
	case e.Uncertain:
		return "may carry a key that cannot be seen"
	}
	return ""
}

// Overwrites reports whether a repeat under the same name replaces what the
// first one wrote.
func (e *Effect) Overwrites() bool { return !e.Claim && (e.Does == "set" || e.Does == "upsert") }

// Made lists where the part that spoils a key comes from and where it was made
// part of the key, as the last steps of a path.
func (k Key) Made() []finding.Place {
	var out []finding.Place
	for i, p := range append([]finding.Place{k.Source.Place}, k.Source.Via...) {
		if !p.IsValid() || len(out) > 0 && out[len(out)-1].Line == p.Line && out[len(out)-1].File == p.File {
			continue
		}
		p.Note = "the key is made from " + k.Source.Name
		if i == 0 && k.Class == Fresh && !k.Source.CountsTries() {
			p.Note = k.Source.Name + " is called here"
		}
		out = append(out, p)
	}
	return out
}

// ReadOnly reports whether the call turned out to change nothing: a query, a
// GET.
func (e *Effect) ReadOnly() bool {
	return strings.HasPrefix(e.Natural, "only reads") || strings.HasPrefix(e.Natural, "is GET") || strings.HasPrefix(e.Natural, "is HEAD")
}
