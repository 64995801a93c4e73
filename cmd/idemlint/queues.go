package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis/checker"

	"github.com/idemlint/idemlint/internal/infra"
	"github.com/idemlint/idemlint/internal/load"
	"github.com/idemlint/idemlint/internal/model"
	"github.com/idemlint/idemlint/internal/output"
	"github.com/idemlint/idemlint/plugin"
)

// runQueues lists the queues found in files and in Go code, and which handlers
// consume them.
func runQueues(args []string, stdout, stderr io.Writer) (int, error) {
	f := newFlags("idemlint queues", "[packages]", stderr)
	f.analysis()
	f.queues = true
	f.set.BoolVar(&f.emit, "emit", false, "write what the repository's files say of queues as settings of the golangci-lint plugin")
	o, err := f.parse(args)
	if err != nil {
		return helpOr(err)
	}
	if f.emit {
		if len(f.formats) > 0 {
			return exitTrouble, errors.New("-emit: the settings are YAML; -format says how to list queues, and only without -emit")
		}
		return emit(o, stdout, stderr)
	}
	for i, d := range o.outputs {
		if d.format.Name == "text" {
			o.outputs[i].format.Write = output.WriteQueues
		}
	}
	a := analyze(o, stderr)
	a.run.Findings = nil
	if err := a.write(o, &a.run, stdout, stderr); err != nil {
		return exitTrouble, err
	}
	if a.troubled(o) {
		return exitTrouble, nil
	}
	return exitClean, nil
}

// emit writes the facts of files, whether or not a handler asks for them.
func emit(o *options, stdout, stderr io.Writer) (int, error) {
	res, err := load.Load(load.Config{Dir: o.dir, Patterns: o.patterns, Root: o.root, Scope: o.config.Scope, Broker: o.catalog.IsBroker, Alone: o.catalog.IsRetrier})
	if err != nil {
		return exitTrouble, err
	}
	facts, _ := readQueues(o.root, stderr)
	s := plugin.Settings{Programs: programs(o.root, res.Mains), Facts: facts}
	fmt.Fprintln(stdout, "# Under linters.settings.custom.idemlint.settings of .golangci.yml; made by idemlint queues -emit.")
	if err := s.Write(stdout); err != nil {
		return exitTrouble, err
	}
	return exitClean, nil
}

// joined is which handlers consume which queues, in all programs of a run.
type joined struct {
	handlers map[string][]model.Link // by handlerKey
	unlinked map[string]string
	queues   []*infra.Queue
	facts    map[*infra.Queue]*infra.Facts
	at       map[*infra.Queue][]output.Link
}

func linksOf(graph *checker.Graph) *joined {
	j := &joined{handlers: map[string][]model.Link{}, unlinked: map[string]string{}, facts: map[*infra.Queue]*infra.Facts{}, at: map[*infra.Queue][]output.Link{}}
	for _, act := range graph.Roots {
		m, ok := act.Result.(*model.Model)
		if !ok || m == nil {
			continue
		}
		j.add(m)
	}
	return j
}

func (j *joined) add(m *model.Model) {
	if facts := m.Queues(); facts != nil {
		for _, q := range facts.Queues {
			if j.facts[q] == nil {
				j.facts[q] = facts
				j.queues = append(j.queues, q)
			}
		}
	}
	for h := range m.Consumers() {
		key := handlerKey(h)
		for _, l := range h.Links() {
			j.handlers[key] = append(j.handlers[key], l)
			if l.Queue != nil {
				seen := output.Link{Name: h.Name, File: h.Place.File, Line: h.Place.Line, Level: l.Level.String(), Reason: l.Reason}
				if !slices.Contains(j.at[l.Queue], seen) {
					j.at[l.Queue] = append(j.at[l.Queue], seen)
				}
			}
		}
		if len(h.Links()) == 0 {
			j.unlinked[key] = h.Link().Reason
		}
	}
}

// knownQueues returns a test for the addresses of queues in files and in Go code.
func knownQueues(graph *checker.Graph) func(address string) bool {
	all := []*infra.Facts{model.QueuesOfFiles()}
	for _, act := range graph.Roots {
		if m, ok := act.Result.(*model.Model); ok && m.Queues() != nil {
			all = append(all, m.Queues())
		}
	}
	return func(address string) bool {
		return slices.ContainsFunc(all, func(f *infra.Facts) bool { return len(f.QueueAt(address)) > 0 })
	}
}

// of describes what a handler consumes.
func (j *joined) of(h *model.Handler) (links []output.Link, unlinked string) {
	key := handlerKey(h)
	for _, l := range j.handlers[key] {
		d := output.Link{Level: l.Level.String(), Reason: l.Reason}
		switch {
		case l.Queue != nil:
			at := l.At(l.Queue.Place, "")
			d.Name, d.File, d.Line = nameOf(l.Queue), at.File, at.Line
		case l.Edge != nil:
			at := l.At(l.Edge.Place, "")
			d.Name, d.File, d.Line = l.Edge.Address, at.File, at.Line
		}
		if !slices.ContainsFunc(links, func(o output.Link) bool { return o.File == d.File && o.Line == d.Line && o.Name == d.Name }) {
			links = append(links, d)
		}
	}
	if len(links) == 0 {
		return nil, cmp.Or(j.unlinked[key], "no main package of those analyzed runs it")
	}
	return links, ""
}

// tell puts in a handler's description what its queue says, if it has just one:
// the library's default is that of a queue nobody has set up.
func (j *joined) tell(d *output.Handler, h *model.Handler) {
	links := j.handlers[handlerKey(h)]
	if len(d.Queues) != 1 || links[0].Queue == nil || links[0].Level <= model.LevelName {
		return
	}
	q := describeQueue(links[0].Queue, j.facts[links[0].Queue])
	d.Retries, d.DeadLetter = cmp.Or(q.MaxReceives, d.Retries), cmp.Or(q.DeadLetter, d.DeadLetter)
}

// list describes the queues, those of files by a place relative to root.
func (j *joined) list(root string) []output.Queue {
	all := model.QueuesOfFiles()
	for _, q := range all.Queues {
		if j.facts[q] == nil {
			j.facts[q] = all
			j.queues = append(j.queues, q)
		}
	}
	var list []output.Queue
	for _, q := range j.queues {
		d := describeQueue(q, j.facts[q])
		d.File = model.PlaceIn(root, q.Place, "").File
		d.Handlers = j.at[q]
		if len(d.Handlers) == 0 {
			d.Unlinked = whyUnlinked(q, d.IsDeadLetter)
		}
		list = append(list, d)
	}
	slices.SortFunc(list, func(a, b output.Queue) int {
		return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), strings.Compare(a.Address, b.Address))
	})
	return slices.CompactFunc(list, func(a, b output.Queue) bool {
		return a.File == b.File && a.Line == b.Line && a.Address == b.Address && a.Name == b.Name
	})
}

// whyUnlinked says why no handler is known for a queue.
func whyUnlinked(q *infra.Queue, dead bool) string {
	switch {
	case q.Lookup:
		return "it is only looked up here"
	case !q.Evidence():
		return "it is for " + string(q.Environment)
	case dead:
		return "nothing analyzed reads it"
	case q.Kind == infra.SNS || q.Kind == infra.PubSubTopic || q.Kind == infra.ServiceTopic || q.Kind == infra.NATSStream:
		return "topics and streams are consumed through subscriptions"
	}
	return "no edge, variable or name leads to a handler; write //idemlint:queue " + q.Address + " at the one that consumes it"
}

func describeQueue(q *infra.Queue, facts *infra.Facts) output.Queue {
	d := output.Queue{
		Name: nameOf(q), Address: q.Address, Kind: string(q.Kind), Format: q.Format, Line: q.Place.Line, Environment: string(q.Environment),
		IsDeadLetter: facts.IsDeadLetter(q),
	}
	if v, ok := q.Lease.Known(); ok && v > 0 {
		d.Lease = v.String()
	}
	switch v, ok := q.MaxReceives.Known(); {
	case ok && v > 0:
		d.MaxReceives = strconv.Itoa(v)
	case ok && v < 0:
		d.MaxReceives = "unlimited"
	}
	switch {
	case q.DeadLettersItself:
		d.DeadLetter = "built in"
	case q.DeadLetter.State == infra.Unknown:
		d.DeadLetter = "?"
	case q.DeadLetter.State == infra.Present:
		d.DeadLetter = cmp.Or(q.DeadLetter.Value.Address, q.DeadLetter.Value.Text, "?")
	}
	return d
}

// nameOf is the name of a queue as far as it is known, or else its address.
func nameOf(q *infra.Queue) string { return cmp.Or(q.Name.Value, q.Address) }

// queuesOf lists the queues of a run; the files are not read for it alone.
func queuesOf(graph *checker.Graph, root string, wanted bool) []output.Queue {
	if !wanted {
		return nil
	}
	return linksOf(graph).list(root)
}
