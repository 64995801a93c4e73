package output

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// marker begins the body of a review, and the body of each of its comments, as
// "<!-- idemlint … -->": who posts the next one finds by it what to replace.
const marker = "<!-- idemlint -->"

const (
	// maxComments is how many comments a review has: people mute a bot that
	// posts more.
	maxComments = 10
	// maxBody bounds a body in bytes; GitHub takes 65536 characters.
	maxBody = 60000
)

// The payload of POST /repos/{owner}/{repo}/pulls/{number}/reviews. GitHub
// refuses a review as a whole when one comment is not on a line of the diff.
type (
	githubReview struct {
		Event    string          `json:"event"`
		Body     string          `json:"body"`
		Comments []githubComment `json:"comments"`
	}
	githubComment struct {
		Path      string `json:"path"`
		Line      int    `json:"line"`
		Side      string `json:"side"`
		StartLine int    `json:"start_line,omitempty"`
		StartSide string `json:"start_side,omitempty"`
		Body      string `json:"body"`
	}
)

// writeGitHub writes one review of a pull request: a comment for each of the
// worst findings on lines of the diff, and the rest in its summary.
func writeGitHub(w io.Writer, run *Run) error {
	worst := make([]*finding.Finding, len(run.Findings))
	for i := range run.Findings {
		worst[i] = &run.Findings[i]
	}
	slices.SortStableFunc(worst, func(a, b *finding.Finding) int {
		rank := func(f *finding.Finding) int { return slices.Index(finding.Severities, f.Severity) }
		return cmp.Compare(rank(b), rank(a))
	})
	review := githubReview{Event: "COMMENT", Comments: []githubComment{}}
	var rest []*finding.Finding
	for _, f := range worst {
		c, ok := run.comment(f)
		if !ok || len(review.Comments) == maxComments {
			rest = append(rest, f)
			continue
		}
		review.Comments = append(review.Comments, c)
	}
	review.Body = run.summary(rest, len(review.Comments))
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(review)
}

// comment makes a comment of a finding, on its line or else on the last line of
// its path that the change touches. It reports false if there is none.
func (run *Run) comment(f *finding.Finding) (githubComment, bool) {
	s := &run.Setting
	at, ok := s.Change.At(f)
	if !ok {
		return githubComment{}, false
	}
	name, ok := s.inRepository(at.File)
	if !ok {
		return githubComment{}, false
	}
	c := githubComment{Path: name, Line: at.Line, Side: "RIGHT"}
	var b strings.Builder
	rule := s.rule(f.Rule)
	fmt.Fprintf(&b, "<!-- idemlint %s -->\n**%s %s**", f.Fingerprint, f.Severity, f.Rule)
	if rule.URL != "" {
		fmt.Fprintf(&b, " [%s](%s)", rule.Name, rule.URL)
	}
	if at.File != f.File || at.Line != f.Line {
		fmt.Fprintf(&b, ": this line leads to `%s:%d`", f.File, f.Line)
	}
	fmt.Fprintf(&b, "\n\n%s\n", prose(told(f)))
	if path := own(f); len(path) > 0 {
		b.WriteString("\n<details><summary>The way there</summary>\n\n")
		for i, p := range path {
			fmt.Fprintf(&b, "%d. `%s:%d` %s\n", i+1, p.File, p.Line, prose(p.Note))
		}
		b.WriteString("\n</details>\n")
	}
	if r, ok := s.suggestion(f); ok {
		fence := "```"
		for strings.Contains(r.lines, fence) {
			fence += "`"
		}
		fmt.Fprintf(&b, "\n%s:\n\n%ssuggestion\n%s\n%s\n", prose(r.why), fence, r.lines, fence)
		if c.Line = r.last; r.from.line < r.last {
			c.StartLine, c.StartSide = r.from.line, "RIGHT"
		}
	}
	c.Body = b.String()
	return c, true
}

// At is the line of the change at which a finding is spoken of.
func (c *Change) At(f *finding.Finding) (finding.Place, bool) {
	if c.has(f.File, f.Line) {
		return f.Place(), true
	}
	for _, p := range slices.Backward(own(f)) {
		if c.has(p.File, p.Line) {
			return p, true
		}
	}
	return finding.Place{}, false
}

type suggestion struct {
	replacement
	why string
}

// suggestion returns a fix that replaces whole lines of the diff, the finding's
// among them: GitHub can apply it with a click.
func (s *Setting) suggestion(f *finding.Finding) (suggestion, bool) {
	for i := range f.Fixes {
		r, ok := s.replacement(&f.Fixes[i])
		if !ok || r.file != f.File || f.Line < r.from.line || r.last < f.Line {
			continue
		}
		for n := r.from.line; n <= r.last; n++ {
			ok = ok && s.Change.has(r.file, n)
		}
		if ok {
			return suggestion{r, f.Fixes[i].Message}, true
		}
	}
	return suggestion{}, false
}

// summary is the body of a review.
func (run *Run) summary(rest []*finding.Finding, comments int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n### idemlint: %s\n", marker, run.headline())
	if comments > 0 && len(rest) > 0 {
		fmt.Fprintf(&b, "\n%s on lines of the diff; the others:\n", count(comments, "comment"))
	}
	if len(rest) > 0 {
		rows := make([]string, len(rest))
		for i, f := range rest {
			handler := "-"
			if f.Handler != "" {
				handler = "`" + cell(f.Handler) + "`"
			}
			rows[i] = fmt.Sprintf("| %s %s | `%s:%d` | %s | %s |\n", f.Severity, f.Rule, cell(f.File), f.Line, handler, strings.ReplaceAll(prose(f.Message), "|", `\|`))
		}
		table(&b, "| finding | where | handler | what |\n|---|---|---|---|\n", rows)
	}
	var rows []string
	for i := range run.Handlers {
		if h := &run.Handlers[i]; run.concerns(h) {
			rows = append(rows, row(h))
		}
	}
	if len(rows) > 0 {
		b.WriteString("\nWhat the handlers promise, or what is known of them:\n")
		table(&b, handlersHead, rows)
	}
	for i, e := range run.Errors {
		if i == 0 {
			b.WriteString("\nNot analyzed:\n\n")
		}
		if b.Len() > maxBody {
			break
		}
		fmt.Fprintf(&b, "- %s\n", prose(strings.ReplaceAll(e.text(), "\n", " ")))
	}
	fmt.Fprintf(&b, "\n<sub>%s</sub>\n", prose(run.lastLine()))
	return b.String()
}

// headline says in a few words how the run went.
func (run *Run) headline() string {
	n := count(len(run.Findings), "finding")
	if len(run.Findings) == 0 {
		n = "no findings"
	}
	c := run.Setting.Change
	if c == nil {
		return n
	}
	n += " in this change"
	if c.Older > 0 {
		n += fmt.Sprintf("; %s elsewhere that it did not make", count(c.Older, "finding"))
	}
	return n
}

// concerns reports whether a reviewer wants to know of the handler: there is a
// finding about it, or the change touches it.
func (run *Run) concerns(h *Handler) bool {
	c := run.Setting.Change
	if c == nil || c.has(h.File, h.Line) {
		return true
	}
	for i := range run.Findings {
		f := &run.Findings[i]
		if f.Handler == h.Name || slices.ContainsFunc(f.Path, func(p finding.Place) bool { return strings.HasPrefix(p.Note, Also+h.Name+":") }) {
			return true
		}
	}
	return slices.ContainsFunc(h.Effects, func(e Effect) bool { return c.has(e.File, e.Line) })
}

// table writes as many rows as a body has room for.
func table(b *strings.Builder, head string, rows []string) {
	b.WriteString("\n" + head)
	for i, row := range rows {
		if b.Len()+len(row) > maxBody {
			fmt.Fprintf(b, "\n%d more left out.\n", len(rows)-i)
			return
		}
		b.WriteString(row)
	}
}

// prose makes Markdown of a plain text in which code may stand in backquotes.
// Nobody is called by a name in it.
func prose(s string) string {
	parts := strings.Split(s, "`")
	if len(parts)%2 == 0 { // an odd one out
		return escapeProse(strings.ReplaceAll(s, "`", "'"))
	}
	for i := 0; i < len(parts); i += 2 {
		parts[i] = escapeProse(parts[i])
	}
	return strings.Join(parts, "`")
}

func escapeProse(s string) string { return proseEscaper.Replace(s) }

var proseEscaper = strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "[", `\[`, "<", "&lt;", "@", "@\u200b", "\n", " ")
