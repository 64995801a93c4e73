package lsp

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	protocol "github.com/tliron/glsp/protocol_3_16"
)

// A change is a reason to analyze a folder: a file of it, or all of it.
type change struct {
	folder string
	file   string // empty for all
}

// pending is what is to be analyzed of a folder.
type pending struct {
	all   bool
	files map[string]bool
}

func (p *pending) add(file string) {
	if file == "" || filepath.Ext(file) != ".go" {
		p.all = true // who knows what a definition of queues or a go.mod concerns
		return
	}
	if p.files == nil {
		p.files = make(map[string]bool)
	}
	p.files[file] = true
}

// work analyzes what changes, one folder at a time, until ctx ends. It waits until
// no more changes come, and starts anew when one comes in between.
func (s *server) work(ctx context.Context) {
	todo := make(map[string]*pending)
	add := func(c change) {
		if todo[c.folder] == nil {
			todo[c.folder] = new(pending)
		}
		todo[c.folder].add(c.file)
	}
	var (
		quiet   <-chan time.Time // when no change came for a while
		doing   string           // the folder that is being analyzed
		stop    = func() {}
		done    = make(chan bool)
		started *pending
	)
	start := func() {
		for dir, p := range todo {
			delete(todo, dir)
			var running context.Context
			running, stop = context.WithCancel(ctx)
			doing, started = dir, p
			go func() { done <- s.analyze(running, dir, p) }()
			return
		}
	}
	for {
		select {
		case <-ctx.Done():
			stop()
			if doing != "" {
				<-done
			}
			return
		case c := <-s.changes:
			add(c)
			if c.folder == doing {
				stop()
			}
			quiet = time.After(s.opts.Delay)
		case <-quiet:
			quiet = nil
			if doing == "" {
				start()
			}
		case finished := <-done:
			stop()
			if !finished { // what it was to find out is still unknown
				if started.all {
					add(change{folder: doing})
				}
				for file := range started.files {
					add(change{doing, file})
				}
			}
			doing = ""
			if quiet == nil {
				start()
			}
		}
	}
}

// analyze analyzes what is pending of a folder and shows the result. It reports
// false if it was stopped.
func (s *server) analyze(ctx context.Context, dir string, p *pending) (finished bool) {
	defer func() {
		if r := recover(); r != nil {
			finished = true
			s.log(protocol.MessageTypeError, "idemlint: internal error: %v; please report it", r)
		}
	}()
	s.mu.Lock()
	f := s.folders[dir]
	s.mu.Unlock()
	if f == nil {
		return true
	}
	graph, err := listPackages(ctx, dir)
	if ctx.Err() != nil {
		return false
	}
	if err != nil {
		s.log(protocol.MessageTypeLog, "idemlint: everything is analyzed: %v", err)
	}
	patterns, some := []string{"./..."}, map[string]bool(nil)
	if !p.all && graph != nil {
		s.mu.Lock()
		found := f.findings
		s.mu.Unlock()
		if some = graph.concerned(p.files, found); some != nil {
			patterns = sorted(some)
		}
	}
	began := time.Now()
	run, err := s.opts.Analyze(ctx, dir, patterns)
	switch {
	case ctx.Err() != nil:
		return false
	case err != nil:
		s.trouble(dir, err)
		return true
	}
	for _, e := range run.Errors {
		s.log(protocol.MessageTypeWarning, "idemlint: %s", strings.TrimPrefix(e.Package+": "+e.Message, ": "))
	}
	what := "all packages"
	if some != nil {
		what = fmt.Sprintf("%d of %d packages", len(some), len(graph.byPath))
	}
	s.mu.Lock()
	if s.folders[dir] != f { // it was taken out of the workspace meanwhile
		s.mu.Unlock()
		return true
	}
	f.update(run, some, graph)
	s.said = ""
	n := len(f.findings)
	s.mu.Unlock()
	s.publish(f)
	s.log(protocol.MessageTypeInfo, "idemlint: %s of %s analyzed in %.1f s; findings: %d", what, dir, time.Since(began).Seconds(), n)
	return true
}

// trouble tells that nothing could be analyzed. What was found before stays. The
// same trouble is shown once.
func (s *server) trouble(dir string, err error) {
	text := fmt.Sprintf("idemlint: %s: %v", dir, err)
	s.mu.Lock()
	again := s.said == text
	s.said = text
	s.mu.Unlock()
	s.log(protocol.MessageTypeError, "%s", text)
	if !again {
		s.notify(protocol.ServerWindowShowMessage, protocol.ShowMessageParams{Type: protocol.MessageTypeError, Message: text})
	}
}
