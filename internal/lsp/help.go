package lsp

import (
	"bytes"
	"fmt"
	"os"
	"strings"

	"github.com/tliron/glsp"
	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/idemlint/idemlint/docs/rules"
	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/output"
	"github.com/idemlint/idemlint/internal/ruledoc"
)

// hover explains the findings of a line, or the handler that starts there: what
// the rule says of it, how to fix it, and what crashes and redeliveries make of the
// handler.
func (s *server) hover(_ *glsp.Context, params *protocol.HoverParams) (*protocol.Hover, error) {
	file, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return nil, nil
	}
	dir := s.folderOf(file)
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.folders[dir]
	if f == nil {
		return nil, nil
	}
	line := int(params.Position.Line) + 1
	var parts []string
	run := &output.Run{Handlers: f.handlers}
	var handlers []*output.Handler
	add := func(h *output.Handler) {
		for _, other := range handlers {
			if other == h {
				return
			}
		}
		if h != nil {
			handlers = append(handlers, h)
		}
	}
	explained := make(map[string]bool)
	for i := range f.findings {
		found := &f.findings[i]
		if found.File != file || found.Line != line {
			continue
		}
		parts = append(parts, explain(found, !explained[found.Rule]))
		explained[found.Rule] = true
		add(run.HandlerOf(found))
	}
	for i := range f.handlers {
		if h := &f.handlers[i]; h.File == file && h.Line == line {
			add(h)
		}
	}
	for _, h := range handlers {
		if table := h.ReplayMarkdown(); table != "" {
			parts = append(parts, table)
		}
	}
	if len(parts) == 0 {
		return nil, nil
	}
	return &protocol.Hover{Contents: protocol.MarkupContent{Kind: protocol.MarkupKindMarkdown, Value: strings.Join(parts, "\n\n---\n\n")}}, nil
}

// explain is a finding and the short form of its rule's page.
func explain(f *finding.Finding, withRule bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "**%s %s** (%s)\n\n%s", f.Rule, f.Analyzer, f.Severity, escape.Replace(f.Message))
	if f.Schedule != "" && !strings.Contains(f.Message, f.Schedule) {
		fmt.Fprintf(&b, "\n\nSchedule: %s", escape.Replace(f.Schedule))
	}
	page, err := rules.Pages.ReadFile(f.Analyzer + ".md")
	if err != nil || !withRule {
		return b.String()
	}
	_, fix, _ := strings.Cut(string(page), "\n## Fix\n")
	fix, _, _ = strings.Cut(fix, "\n## ")
	fmt.Fprintf(&b, "\n\n**Fix.** %s\n\n[All about %s](%s)", strings.TrimSpace(fix), f.Rule, ruledoc.URL(f.Analyzer))
	return b.String()
}

// escape keeps names like (*Consumer).Run, and generic types, from being read as
// Markdown.
var escape = strings.NewReplacer("*", `\*`, "_", `\_`, "<", "&lt;")

// codeAction offers the fixes of the findings in a range, unless a file they change
// reads otherwise by now than when it was analyzed.
func (s *server) codeAction(_ *glsp.Context, params *protocol.CodeActionParams) (any, error) {
	actions := []protocol.CodeAction{}
	file, ok := pathOf(params.TextDocument.URI)
	if !ok {
		return actions, nil
	}
	dir := s.folderOf(file)
	s.mu.Lock()
	defer s.mu.Unlock()
	f := s.folders[dir]
	if f == nil {
		return actions, nil
	}
	for i := range f.findings {
		found := &f.findings[i]
		if found.File != file || len(found.Fixes) == 0 {
			continue
		}
		d := f.diagnostic(found)
		if !overlap(d.Range, params.Range) {
			continue
		}
		for _, fix := range found.Fixes {
			if edit, ok := s.edit(f, fix); ok {
				actions = append(actions, protocol.CodeAction{
					Title: fix.Message, Kind: ptr(protocol.CodeActionKindQuickFix), Diagnostics: []protocol.Diagnostic{d},
					IsPreferred: ptr(len(found.Fixes) == 1), Edit: edit,
				})
			}
		}
	}
	return actions, nil
}

// edit converts a fix.
func (s *server) edit(f *folder, fix finding.Fix) (*protocol.WorkspaceEdit, bool) {
	changes := make(map[protocol.DocumentUri][]protocol.TextEdit)
	for _, e := range fix.Edits {
		t := f.texts[e.File]
		if t == nil || !s.isCurrent(e.File, t) {
			return nil, false
		}
		start, ok := t.position(e.Start)
		end, ok2 := t.position(e.End)
		if !ok || !ok2 || e.End < e.Start {
			return nil, false
		}
		uri := uriOf(e.File)
		changes[uri] = append(changes[uri], protocol.TextEdit{Range: protocol.Range{Start: start, End: end}, NewText: e.New})
	}
	return &protocol.WorkspaceEdit{Changes: changes}, len(changes) > 0
}

// isCurrent reports whether a file still reads as it did: in the editor, where it is
// open there, or else on disk.
func (s *server) isCurrent(file string, t *text) bool {
	if buffer, open := s.buffers[file]; open {
		return buffer == string(t.data)
	}
	data, err := os.ReadFile(file)
	return err == nil && bytes.Equal(data, t.data)
}

func overlap(a, b protocol.Range) bool {
	before := func(x, y protocol.Position) bool {
		return x.Line < y.Line || x.Line == y.Line && x.Character < y.Character
	}
	return !before(a.End, b.Start) && !before(b.End, a.Start)
}
