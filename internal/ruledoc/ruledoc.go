// Package ruledoc turns the package comment of a rule into its page.
//
// There is one text per rule, in code, where the rule is. From it come the
// rule's analysis.Analyzer.Doc, the pages in docs/rules and what
// `idemlint explain` prints. The comment looks like this:
//
//	// Package nokey reports effects without an idempotency key.
//	//
//	// # Analyzer nokey
//	//
//	// nokey: reports effects that carry no idempotency key
//	//
//	// The incident: what happened, in a paragraph or two.
//	//
//	// # Fix
//	//
//	// What to write instead.
//	//
//	// # Limits
//	//
//	// What the rule does not see.
//	package nokey
//
// The bad and the good code of a page are files that compile and are tested:
// testdata/src/NAME/example/bad.go and good.go.
package ruledoc

import (
	"bytes"
	"fmt"
	"go/doc/comment"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strings"
)

// Page is the manual page of a rule.
type Page struct {
	ID, Name string
	Summary  string // what the rule reports, in a line
	Incident string // why it matters; Go doc comment text, as the sections
	Sections []Section
	// Bad and Good are Go files; empty if the rule has no example.
	Bad, Good string
}

// Section is a part of a page under a heading of its own.
type Section struct{ Title, Text string }

// Parse reads the page of the rule out of the source of its package.
func Parse(source, name string) (*Page, error) {
	f, err := parser.ParseFile(token.NewFileSet(), name+".go", source, parser.ParseComments|parser.PackageClauseOnly)
	if err != nil {
		return nil, err
	}
	parts := strings.Split(f.Doc.Text(), "\n# ")
	p := &Page{Name: name}
	for _, part := range parts[1:] {
		title, text, _ := strings.Cut(part, "\n")
		text = strings.TrimSpace(text)
		if title != "Analyzer "+name {
			p.Sections = append(p.Sections, Section{title, text})
			continue
		}
		summary, incident, _ := strings.Cut(text, "\n\n")
		summary, ok := strings.CutPrefix(summary, name+":")
		if !ok {
			return nil, fmt.Errorf("%s: the heading \"Analyzer %s\" is not followed by \"%s: summary\"", name, name, name)
		}
		p.Summary = strings.Join(strings.Fields(summary), " ")
		p.Incident = strings.TrimSpace(incident)
	}
	if p.Summary == "" {
		return nil, fmt.Errorf("%s: the package comment has no heading \"Analyzer %s\"", name, name)
	}
	return p, nil
}

// MustExtract returns the text for analysis.Analyzer.Doc: the summary, then
// the rest of the page. It panics if the source has no page; the source is
// embedded, so this shows at the first run.
func MustExtract(source, name string) string {
	p, err := Parse(source, name)
	if err != nil {
		panic(err)
	}
	var b strings.Builder
	b.WriteString(p.Summary + "\n\n" + p.Incident)
	for _, s := range p.Sections {
		fmt.Fprintf(&b, "\n\n# %s\n\n%s", s.Title, s.Text)
	}
	return strings.TrimSpace(b.String())
}

// URL returns the address of a rule's page.
func URL(name string) string {
	return "https://github.com/idemlint/idemlint/blob/main/docs/rules/" + name + ".md"
}

// Section returns the text of the section with the title, "" if there is none.
func (p *Page) Section(title string) string {
	i := slices.IndexFunc(p.Sections, func(s Section) bool { return s.Title == title })
	if i < 0 {
		return ""
	}
	return p.Sections[i].Text
}

// Markdown renders the page. The examples come after the incident.
func (p *Page) Markdown() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "# %s %s\n\n%s\n", p.ID, p.Name, upperFirst(p.Summary))
	markdown(&b, "", p.Incident)
	code(&b, "Bad", p.Bad)
	code(&b, "Good", p.Good)
	for _, s := range p.Sections {
		markdown(&b, s.Title, s.Text)
	}
	return b.Bytes()
}

func markdown(b *bytes.Buffer, title, text string) {
	if text == "" {
		return
	}
	if title != "" {
		fmt.Fprintf(b, "\n## %s\n", title)
	}
	var p comment.Parser
	pr := comment.Printer{HeadingLevel: 3, HeadingID: func(*comment.Heading) string { return "" }}
	b.WriteString("\n")
	b.Write(pr.Markdown(p.Parse(text)))
}

func code(b *bytes.Buffer, title, source string) {
	if source != "" {
		fmt.Fprintf(b, "\n## %s\n\n```go\n%s\n```\n", title, strings.TrimSpace(source))
	}
}

var wants = regexp.MustCompile(`(?m)[ \t]*// want .*$`)

// Example prepares a fixture for the page: expectations of the test are of no
// use to a reader.
func Example(source []byte) string { return wants.ReplaceAllString(string(source), "") }

// Text makes a page written in Markdown readable on a terminal.
func Text(md []byte) string {
	var b strings.Builder
	inCode := false
	for line := range strings.Lines(string(md)) {
		switch {
		case strings.HasPrefix(line, "```"):
			inCode = !inCode
		case inCode && line != "\n":
			b.WriteString("    " + line)
		case !inCode && strings.HasPrefix(line, "#"):
			b.WriteString(strings.ToUpper(strings.TrimLeft(line, "# ")))
		default:
			b.WriteString(unescape.Replace(line))
		}
	}
	return b.String()
}

// unescape undoes what the Markdown printer escapes.
var unescape = strings.NewReplacer(`\*`, `*`, `\_`, `_`, "\\`", "`", `\[`, `[`, `\]`, `]`, `\<`, `<`, `\\`, `\`)

func upperFirst(s string) string { return strings.ToUpper(s[:1]) + s[1:] }
