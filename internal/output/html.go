package output

import (
	"bytes"
	"cmp"
	"embed"
	"fmt"
	"html/template"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/yuin/goldmark"

	"github.com/idemlint/idemlint/docs/rules"
	"github.com/idemlint/idemlint/internal/finding"
)

// HTML is the name of the format that shows the replay tables, which are made
// only when asked for.
const HTML = "html"

//go:embed html
var htmlFiles embed.FS

var pageTemplate = template.Must(template.New("page.tmpl").Funcs(template.FuncMap{
	"code": codeIn,
	"css":  func() template.CSS { return template.CSS(embedded("page.css")) },
	"js":   func() template.JS { return template.JS(embedded("page.js")) },
}).ParseFS(htmlFiles, "html/page.tmpl"))

func embedded(name string) string {
	data, err := htmlFiles.ReadFile("html/" + name)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return string(data)
}

// writeHTML writes a page that needs nothing but itself: findings with the source
// around them, what each handler does in order, and what crashes and redeliveries
// make of it. The source is read now; what is not there any more is left out.
func writeHTML(w io.Writer, run *Run) error {
	var b bytes.Buffer
	if err := pageTemplate.Execute(&b, newPage(run, newSources())); err != nil {
		return err
	}
	_, err := w.Write(b.Bytes())
	return err
}

// page is what the template shows.
type page struct {
	Title    string
	Summary  Summary
	Counts   []severityCount
	Errors   []Error
	Findings []findingView
	Handlers []handlerView
	Rules    []ruleView
	Packages []string // folders with a finding or a handler
	// Opened says that paths are short enough together to be shown unfolded.
	Opened bool
}

type severityCount struct {
	Severity finding.Severity
	Count    int
}

// Total is the number of findings.
func (p *page) Total() string { return count(len(p.Findings), "finding") }

// Reached says what was looked at.
func (p *page) Reached() string {
	s := p.Summary
	if s.Packages == 0 {
		return count(len(p.Handlers), "handler")
	}
	return fmt.Sprintf("%s in %s", count(len(p.Handlers), "handler"), count(s.Packages, "package"))
}

// RulesFound lists the rules with findings, once each.
func (p *page) RulesFound() []string {
	var ids []string
	for _, f := range p.Findings {
		ids = append(ids, f.Rule)
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

// findingView is a finding as the page shows it.
type findingView struct {
	finding.Finding
	ID      string
	Package string
	Search  string // what the filter looks for words in
	Excerpt []sourceLine
	Steps   []pathStep
	Handle  string // the handler's anchor, if the page has the handler
	RuleRef string // the rule's anchor, if there is a page of it
	Fix     template.HTML
	Said    bool // the message says the schedule itself
}

// pathStep is a place on the way to a finding.
type pathStep struct {
	finding.Place
	Excerpt []sourceLine
	Also    bool // on another way to the same place
}

// ruleView is a rule's page.
type ruleView struct {
	Anchor, ID, Name, Summary string
	Body                      template.HTML
}

// maxUnfolded is how many findings a page may have to show their paths unfolded.
const maxUnfolded = 25

func newPage(run *Run, src *sources) *page {
	p := &page{Title: "idemlint", Summary: run.Summary, Errors: run.Errors, Opened: len(run.Findings) <= maxUnfolded}
	for _, s := range slices.Backward(finding.Severities) {
		n := 0
		for _, f := range run.Findings {
			if f.Severity == s {
				n++
			}
		}
		p.Counts = append(p.Counts, severityCount{s, n})
	}
	fixes := make(map[string]template.HTML)
	for i, f := range run.Findings {
		if _, known := fixes[f.Analyzer]; !known {
			rule, fix := readRule(f.Rule, f.Analyzer)
			if fixes[f.Analyzer] = fix; rule != nil {
				p.Rules = append(p.Rules, *rule)
			}
		}
		v := findingView{
			Finding: f, ID: fmt.Sprintf("f%d", i+1), Package: path.Dir(f.File), Handle: run.handlerOf(&f),
			Fix: fixes[f.Analyzer], Said: f.Schedule == "" || strings.Contains(f.Message, f.Schedule),
			Search: words(f.Rule, f.Analyzer, f.Category, f.File, f.Handler, f.Message),
		}
		if v.Fix != "" {
			v.RuleRef = "rule-" + f.Analyzer
		}
		v.Excerpt = src.around(f.Place(), 3)
		for _, at := range f.Path {
			s := pathStep{Place: at, Also: strings.HasPrefix(at.Note, Also)}
			if at.File != f.File || at.Line != f.Line {
				s.Excerpt = src.around(at, 1)
			}
			v.Steps = append(v.Steps, s)
		}
		p.Findings = append(p.Findings, v)
		p.Packages = append(p.Packages, v.Package)
	}
	slices.SortFunc(p.Rules, func(a, b ruleView) int { return cmp.Compare(a.ID, b.ID) })
	for i := range run.Handlers {
		h := run.viewHandler(i, p.Findings)
		p.Handlers = append(p.Handlers, h)
		p.Packages = append(p.Packages, h.Folder)
	}
	slices.Sort(p.Packages)
	p.Packages = slices.Compact(p.Packages)
	return p
}

// HandlerOf returns the handler a finding is about. Of several with its name it is
// the one on the finding's path, or in its folder; nil if none is.
func (run *Run) HandlerOf(f *finding.Finding) *Handler {
	var named []*Handler
	for i := range run.Handlers {
		if run.Handlers[i].Name == f.Handler {
			named = append(named, &run.Handlers[i])
		}
	}
	for _, h := range named {
		begins := func(p finding.Place) bool { return p.File == h.File && p.Line == h.Line }
		if len(named) == 1 || slices.ContainsFunc(f.Path, begins) || path.Dir(f.File) == path.Dir(h.File) {
			return h
		}
	}
	return nil
}

// handlerOf returns the anchor of a finding's handler.
func (run *Run) handlerOf(f *finding.Finding) string {
	h := run.HandlerOf(f)
	for i := range run.Handlers {
		if h == &run.Handlers[i] {
			return handlerID(i)
		}
	}
	return ""
}

func handlerID(i int) string { return fmt.Sprintf("h%d", i+1) }

// words is a text for the filter to search.
func words(texts ...string) string { return strings.ToLower(strings.Join(texts, " ")) }

// readRule renders the page of a rule, and by itself what it says of how to fix a
// finding. The page of an analyzer that this program does not know is nil.
func readRule(id, analyzer string) (*ruleView, template.HTML) {
	md, err := rules.Pages.ReadFile(analyzer + ".md")
	if err != nil {
		return nil, ""
	}
	_, rest, _ := strings.Cut(string(md), "\n") // the heading
	summary, body, _ := strings.Cut(strings.TrimSpace(rest), "\n\n")
	_, fix, _ := strings.Cut(body, "\n## Fix\n")
	fix, _, _ = strings.Cut(fix, "\n## ")
	return &ruleView{"rule-" + analyzer, id, analyzer, summary, markdownToHTML(body)}, markdownToHTML(fix)
}

// markdownToHTML renders one of our own pages, with headings that fit below those
// of the report. Raw HTML in it is left out.
func markdownToHTML(md string) template.HTML {
	var lines []string
	inCode := false
	for line := range strings.SplitSeq(md, "\n") {
		if strings.HasPrefix(line, "```") {
			inCode = !inCode
		}
		if !inCode && strings.HasPrefix(line, "## ") {
			line = "##" + line
		}
		lines = append(lines, line)
	}
	var b bytes.Buffer
	if err := goldmark.Convert([]byte(strings.Join(lines, "\n")), &b); err != nil {
		return ""
	}
	return template.HTML(b.String())
}

// codeIn shows what stands between backquotes as code.
func codeIn(text string) template.HTML {
	var b strings.Builder
	parts := strings.Split(text, "`")
	for i, part := range parts {
		part = template.HTMLEscapeString(part)
		if i%2 == 1 && i < len(parts)-1 {
			part = "<code>" + part + "</code>"
		}
		b.WriteString(part)
	}
	return template.HTML(b.String())
}
