package output

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// maxAnnotations is how many annotations of a level GitHub shows per step; it
// drops further ones without a word (docs of actions/toolkit, problem matchers).
const maxAnnotations = 10

// writeAnnotations writes workflow commands, which GitHub Actions shows beside
// the lines of a pull request. The worst come first, and the last of the notices
// says what had no room.
func writeAnnotations(w io.Writer, run *Run) error {
	b := bufio.NewWriter(w)
	out := 0
	for _, level := range []struct {
		severity finding.Severity
		command  string
		most     int
	}{
		{finding.Error, "error", maxAnnotations},
		{finding.Warning, "warning", maxAnnotations},
		{finding.Note, "notice", maxAnnotations - 1},
	} {
		n := 0
		for i := range run.Findings {
			f := &run.Findings[i]
			if f.Severity != level.severity {
				continue
			}
			if n++; n > level.most {
				out++
				continue
			}
			writeAnnotation(b, level.command, &run.Setting, f)
		}
	}
	if out > 0 {
		fmt.Fprintf(b, "::notice title=idemlint::%s\n", escapeData(count(out, "more finding")+": GitHub shows ten annotations of a level per step; -format text or sarif has all"))
	}
	fmt.Fprintln(b, run.lastLine())
	return b.Flush()
}

func writeAnnotation(w io.Writer, command string, s *Setting, f *finding.Finding) {
	var props []string
	if name, in := s.inRepository(f.File); in {
		props = append(props, "file="+escapeProperty(name), "line="+strconv.Itoa(max(f.Line, 1)))
		if f.Column > 0 {
			props = append(props, "col="+strconv.Itoa(f.Column))
		}
	}
	title := f.Rule
	if f.Category != "" {
		title += " [" + f.Category + "]"
	}
	props = append(props, "title="+escapeProperty(title))
	text := told(f)
	for _, p := range own(f) {
		text += fmt.Sprintf("\n%s:%d: %s", p.File, p.Line, p.Note)
	}
	fmt.Fprintf(w, "::%s %s::%s\n", command, strings.Join(props, ","), escapeData(text))
}

// What a workflow command takes for its own syntax (actions/toolkit,
// packages/core/src/command.ts).
var (
	dataEscaper     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	propertyEscaper = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func escapeData(s string) string     { return dataEscaper.Replace(s) }
func escapeProperty(s string) string { return propertyEscaper.Replace(s) }
