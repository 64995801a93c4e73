// Package output writes the result of a run.
//
// [Run] is the protocol: the JSON format is its encoding, version 1, and every
// other format is made from it. A new format is a file with a write function
// and a line in the table below.
package output

import (
	"encoding/json"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// Version is the version of the protocol.
const Version = 1

// Also begins the note of a place on another way to the same finding, through
// another handler or another caller. The text format leaves these places out.
const Also = "also in "

// Run is everything a run found. Paths are relative to the working directory
// where they can be, with forward slashes.
type Run struct {
	Version  int               `json:"version"`
	Findings []finding.Finding `json:"findings"`
	Handlers []Handler         `json:"handlers"`
	Queues   []Queue           `json:"queues"`
	Errors   []Error           `json:"errors"`

	// Summary counts what the lists do not show.
	Summary Summary `json:"summary,omitzero"`
	// Setting is what formats need beside; it is not part of the protocol.
	Setting Setting `json:"-"`
}

// Summary says what a run looked at, so that silence is not mistaken for
// "nothing looked at".
type Summary struct {
	Packages int `json:"packages"` // in scope
	Analyzed int `json:"analyzed"` // of these, those that can touch a handler
	Handlers int `json:"handlers"`
	Hidden   int `json:"hidden"` // findings below the smallest severity shown
	Known    int `json:"known"`  // findings that are not new, and therefore not shown
	Unread   int `json:"unread"` // places in files about queues that could not be read
}

// Handler is code that runs once per delivery.
type Handler struct {
	Name       string `json:"name"` // orders.(*Consumer).Handle
	File       string `json:"file"`
	Line       int    `json:"line"`
	Library    string `json:"library"` // the library that calls it
	Broker     string `json:"broker"`  // the word for what delivers: sqs, kafka
	Package    string `json:"package"` // import path
	Ack        string `json:"ack"`
	Lease      string `json:"lease"`
	Retries    string `json:"retries"`
	DeadLetter string `json:"deadLetter"`
	// LeaseSeconds is the shortest lease that is known and nobody extends.
	LeaseSeconds float64 `json:"leaseSeconds,omitempty"`
	// Duration is how long one delivery may take at worst, as far as that is
	// known; nil where nothing is.
	Duration *Duration `json:"duration,omitempty"`
	// Queues are those it consumes; where there are none, Unlinked says why.
	Queues   []Link `json:"queues,omitempty"`
	Unlinked string `json:"unlinked,omitempty"`
	// Contract is what the team wrote down of it.
	Contract *Contract `json:"contract,omitempty"`
	Effects  []Effect  `json:"effects"`
	Dynamic  []Dynamic `json:"dynamic"`
	// Steps is what it does, in order, on the way on which it does most; empty
	// where its paths could not be followed.
	Steps []Step `json:"steps,omitempty"`
	// Replay is what every schedule makes of every effect, where it was asked
	// for and the handler's paths could be followed; ReplayText is the same for
	// people.
	Replay     json.RawMessage `json:"replay,omitempty"`
	ReplayText string          `json:"-"`
}

// Contract is a handler's contract line.
type Contract struct {
	Key         string `json:"key,omitempty"`
	DeadLetter  string `json:"deadLetter,omitempty"`
	MaxReceives string `json:"maxReceives,omitempty"`
	Owner       string `json:"owner,omitempty"`
}

// Duration is a sum of what calls and pauses may take.
type Duration struct {
	Sum       string  `json:"sum"`               // 3 × 80 s (stripe default) + 5 s (time.Sleep)
	Seconds   float64 `json:"seconds,omitempty"` // 0 where there is no limit
	Unbounded bool    `json:"unbounded,omitempty"`
}

// Effect is a change to the world outside that a handler reaches.
type Effect struct {
	Call     string `json:"call"`
	Category string `json:"category"`
	File     string `json:"file"`
	Line     int    `json:"line"`
	Key      string `json:"key,omitempty"`     // the expression that is the key
	Origin   string `json:"origin,omitempty"`  // where the key comes from
	Natural  string `json:"natural,omitempty"` // what makes a repeat harmless, or needs no key: "overwrites", "is guarded"
	// Findings are the rules that report the effect, or what keeps it.
	Findings []string `json:"findings,omitempty"`
}

// Step is something a handler does.
type Step struct {
	Kind   string `json:"kind"`  // effect, claim, check, mark, release, begin, commit, rollback, ack, return, extend, wait, spawn
	Label  string `json:"label"` // as written
	File   string `json:"file,omitempty"`
	Line   int    `json:"line,omitempty"`
	Effect *int   `json:"effect,omitempty"` // index of what it does in the handler's effects
	Key    string `json:"key,omitempty"`    // what kind of key an effect or a guard has
	// Verdict is what an ack, or the handler's return, makes of the message:
	// forget, redeliver, dead letter, drop.
	Verdict string `json:"verdict,omitempty"`
	// Transaction numbers the transactions in which steps happen, from 1.
	Transaction int     `json:"transaction,omitempty"`
	Repeated    bool    `json:"repeated,omitempty"`  // in a loop
	Beside      bool    `json:"beside,omitempty"`    // in a goroutine
	Elsewhere   bool    `json:"elsewhere,omitempty"` // only on other ways through the handler
	Seconds     float64 `json:"seconds,omitempty"`   // it may take at worst; 0 where that is not known
	Unbounded   bool    `json:"unbounded,omitempty"` // it has no limit
}

// Dynamic is a call whose callee is known at run time only.
type Dynamic struct {
	Call     string   `json:"call"`
	File     string   `json:"file"`
	Line     int      `json:"line"`
	Resolved []string `json:"resolved"`          // the callees that are wired
	Outside  string   `json:"outside,omitempty"` // the type it goes to, if the program does not declare it
	Reason   string   `json:"reason,omitempty"`  // why there are none
}

// Link is a queue that a handler consumes, or, for a queue, a handler that
// does.
type Link struct {
	Name   string `json:"name"`
	File   string `json:"file"`
	Line   int    `json:"line"`
	Level  string `json:"level"`  // certain, high, medium
	Reason string `json:"reason"` // how the two are joined
}

// Queue is a queue definition. What is not known of it is "?", and what it does
// not have is empty.
type Queue struct {
	Name        string `json:"name"`
	Address     string `json:"address"` // how its definition is referred to
	Kind        string `json:"kind"`    // sqs, pubsub, rabbitmq
	Format      string `json:"format"`  // terraform, cloudformation, go
	File        string `json:"file"`
	Line        int    `json:"line"`
	Lease       string `json:"lease,omitempty"`
	MaxReceives string `json:"maxReceives,omitempty"`
	DeadLetter  string `json:"deadLetter,omitempty"`
	// IsDeadLetter says that others send here what fails.
	IsDeadLetter bool   `json:"isDeadLetter,omitempty"`
	Environment  string `json:"environment,omitempty"`
	Handlers     []Link `json:"handlers"`
	Unlinked     string `json:"unlinked,omitempty"` // why no handler is known
}

// Error is a package, or a file, that could not be analysed completely.
type Error struct {
	Package string `json:"package"`
	Message string `json:"message"`
}

// A Format is one way to write a run.
type Format struct {
	Name  string
	Write func(w io.Writer, run *Run) error
}

// Formats lists the formats; the first is the default.
var Formats = []Format{
	{"text", writeText},
	{"json", writeJSON},
	{"markdown", writeMarkdown},
	{"html", writeHTML},
	{"sarif", writeSARIF},
	{"rdjson", writeRDJSON},
	{"github", writeGitHub},
	{"github-annotations", writeAnnotations},
	{"gitlab", writeGitLab},
	{"checkstyle", writeCheckstyle},
	{"junit", writeJUnit},
}

// Lookup returns the format with the name.
func Lookup(name string) (Format, bool) {
	i := slices.IndexFunc(Formats, func(f Format) bool { return f.Name == name })
	if i < 0 {
		return Format{}, false
	}
	return Formats[i], true
}

// Names lists the names of all formats.
func Names() string {
	var names []string
	for _, f := range Formats {
		names = append(names, f.Name)
	}
	return strings.Join(names, ", ")
}

// Relativize makes the absolute paths of the run relative to dir.
func (run *Run) Relativize(dir string) {
	rel := func(file *string) { *file = relative(dir, *file) }
	for i := range run.Findings {
		f := &run.Findings[i]
		rel(&f.File)
		f.Path = slices.Clone(f.Path)
		for j := range f.Path {
			rel(&f.Path[j].File)
		}
		for j := range f.Fixes {
			for k := range f.Fixes[j].Edits {
				rel(&f.Fixes[j].Edits[k].File)
			}
		}
	}
	for i := range run.Handlers {
		h := &run.Handlers[i]
		rel(&h.File)
		for j := range h.Queues {
			rel(&h.Queues[j].File)
		}
		for j := range h.Effects {
			rel(&h.Effects[j].File)
		}
		for j := range h.Steps {
			rel(&h.Steps[j].File)
		}
		for j := range h.Dynamic {
			rel(&h.Dynamic[j].File)
		}
	}
	for i := range run.Queues {
		rel(&run.Queues[i].File)
		for j := range run.Queues[i].Handlers {
			rel(&run.Queues[i].Handlers[j].File)
		}
	}
	for i := range run.Errors {
		e := &run.Errors[i]
		e.Message = strings.ReplaceAll(e.Message, dir+string(filepath.Separator), "")
	}
}

func relative(dir, file string) string {
	if rel, err := filepath.Rel(dir, file); err == nil && file != "" {
		file = rel
	}
	return filepath.ToSlash(file)
}
