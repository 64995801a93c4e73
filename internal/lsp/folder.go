package lsp

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	protocol "github.com/tliron/glsp/protocol_3_16"

	"github.com/idemlint/idemlint/internal/finding"
	"github.com/idemlint/idemlint/internal/output"
	"github.com/idemlint/idemlint/internal/ruledoc"
)

// folder is what is known of a folder of the workspace. Paths are absolute.
type folder struct {
	dir      string
	findings []finding.Finding
	handlers []output.Handler
	texts    map[string]*text // the files with findings, as they were analyzed
	shown    map[string]bool  // files that have diagnostics in the editor
}

// update takes over what a run found: of some packages, or of all for nil. What was
// found before stays where a package could not be analyzed this time, as long as its
// line is there: the code is being written, and the defect is most likely still in
// it. Its fixes go, since the text has changed.
func (f *folder) update(run *output.Run, some map[string]bool, g *graph) {
	absolute(run, f.dir)
	broken, brokenDirs := make(map[string]bool), make(map[string]bool)
	for _, e := range run.Errors {
		broken[e.Package] = true
		if g != nil && g.byPath[e.Package] != "" {
			brokenDirs[g.byPath[e.Package]] = true
		}
	}
	inBroken := func(old *finding.Finding) bool {
		in := func(p finding.Place) bool { return brokenDirs[filepath.Dir(p.File)] }
		return in(old.Place()) || slices.ContainsFunc(old.Path, in) ||
			slices.ContainsFunc(old.Packages, func(p string) bool { return broken[p] })
	}
	again := func(old *finding.Finding) bool { // was it looked for again?
		switch {
		case some == nil:
			return true
		case len(old.Packages) == 0:
			return some[g.byDir[filepath.Dir(old.File)]]
		}
		return slices.ContainsFunc(old.Packages, func(p string) bool { return some[p] })
	}
	found := slices.Clone(run.Findings)
	places, prints := make(map[string]bool), make(map[string]bool)
	for i := range found {
		places[placeOf(&found[i])] = true
		prints[found[i].Fingerprint] = true
	}
	for _, old := range f.findings {
		switch {
		case places[placeOf(&old)]:
		case inBroken(&old):
			// Lines move, so here the same finding is known by its fingerprint.
			// Elsewhere it is not: of some packages' findings two may have the
			// fingerprints that others have among all.
			if (old.Fingerprint == "" || !prints[old.Fingerprint]) && f.follow(&old) {
				found = append(found, old)
			}
		case !again(&old):
			found = append(found, old)
		}
	}
	finding.Sort(found)
	f.findings = found

	handlers := slices.Clone(run.Handlers)
	for _, old := range f.handlers {
		same := func(h output.Handler) bool { return h.Name == old.Name && h.Package == old.Package }
		if (some != nil && !some[old.Package] || broken[old.Package]) && !slices.ContainsFunc(handlers, same) {
			handlers = append(handlers, old)
		}
	}
	f.handlers = handlers

	f.texts = make(map[string]*text)
	read := func(file string) {
		if f.texts[file] == nil {
			if data, err := os.ReadFile(file); err == nil {
				f.texts[file] = newText(data)
			}
		}
	}
	for _, found := range f.findings {
		read(found.File)
		for _, p := range found.Path {
			read(p.File)
		}
		for _, fix := range found.Fixes {
			for _, e := range fix.Edits {
				read(e.File)
			}
		}
	}
}

// placeOf names a finding by where it is.
func placeOf(f *finding.Finding) string { return fmt.Sprint(f.Rule, f.File, f.Line, f.Column) }

// follow moves a finding to where its line is now, and takes its fixes away. It
// reports false if the line is gone: then so may be what was found.
func (f *folder) follow(old *finding.Finding) bool {
	was := f.texts[old.File]
	data, err := os.ReadFile(old.File)
	if was == nil || err != nil {
		return false
	}
	line, ok := was.line(old.Line)
	if !ok {
		return false
	}
	far := func(n int) int { return max(n-old.Line, old.Line-n) }
	now, nearest := newText(data), 0
	for n := 1; n <= len(now.starts); n++ {
		if text, _ := now.line(n); bytes.Equal(text, line) && (nearest == 0 || far(n) < far(nearest)) {
			nearest = n
		}
	}
	old.Line, old.Fixes = nearest, nil
	return nearest > 0
}

// absolute makes the paths of a run absolute.
func absolute(run *output.Run, dir string) {
	abs := func(file *string) {
		if *file != "" && !filepath.IsAbs(*file) {
			*file = filepath.Join(dir, filepath.FromSlash(*file))
		}
	}
	for i := range run.Findings {
		f := &run.Findings[i]
		abs(&f.File)
		for j := range f.Path {
			abs(&f.Path[j].File)
		}
		for j := range f.Fixes {
			for k := range f.Fixes[j].Edits {
				abs(&f.Fixes[j].Edits[k].File)
			}
		}
	}
	for i := range run.Handlers {
		abs(&run.Handlers[i].File)
	}
}

var severities = map[finding.Severity]protocol.DiagnosticSeverity{
	finding.Error:   protocol.DiagnosticSeverityError,
	finding.Warning: protocol.DiagnosticSeverityWarning,
	finding.Note:    protocol.DiagnosticSeverityInformation,
}

// diagnostic is a finding as the editor shows it.
func (f *folder) diagnostic(found *finding.Finding) protocol.Diagnostic {
	d := protocol.Diagnostic{
		Range: f.rangeOf(found.Place()), Severity: ptr(severities[found.Severity]),
		Code: &protocol.IntegerOrString{Value: found.Rule}, CodeDescription: &protocol.CodeDescription{HRef: ruledoc.URL(found.Analyzer)},
		Source: ptr("idemlint"), Message: found.Message,
	}
	for _, p := range found.Path {
		if p.IsValid() {
			d.RelatedInformation = append(d.RelatedInformation, protocol.DiagnosticRelatedInformation{
				Location: protocol.Location{URI: uriOf(p.File), Range: f.rangeOf(p)}, Message: p.Note,
			})
		}
	}
	return d
}

// rangeOf is the name that stands at a place, or the rest of its line.
func (f *folder) rangeOf(p finding.Place) protocol.Range {
	if t := f.texts[p.File]; t != nil {
		if r, ok := t.word(p.Line, p.Column); ok {
			return r
		}
	}
	start := protocol.Position{Line: protocol.UInteger(max(p.Line-1, 0))}
	return protocol.Range{Start: start, End: start}
}

// publish shows the findings of a folder, and takes back those that are gone.
func (s *server) publish(f *folder) {
	s.mu.Lock()
	if s.folders[f.dir] != f { // it is not in the workspace any more
		f.findings = nil
	}
	byFile := make(map[string][]protocol.Diagnostic)
	for i := range f.findings {
		if found := &f.findings[i]; filepath.IsAbs(found.File) {
			byFile[found.File] = append(byFile[found.File], f.diagnostic(found))
		}
	}
	for file := range f.shown {
		if byFile[file] == nil {
			byFile[file] = []protocol.Diagnostic{}
		}
	}
	f.shown = make(map[string]bool)
	for file, ds := range byFile {
		if len(ds) > 0 {
			f.shown[file] = true
		}
	}
	s.mu.Unlock()
	files := make(map[string]bool)
	for file := range byFile {
		files[file] = true
	}
	for _, file := range sorted(files) {
		s.notify(protocol.ServerTextDocumentPublishDiagnostics, protocol.PublishDiagnosticsParams{URI: uriOf(file), Diagnostics: byFile[file]})
	}
}
