package output

import (
	"encoding/json"
	"io"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// Reviewdog's Diagnostic Format (proto/rdf of reviewdog v0.21): lines and columns
// from 1, columns in bytes of UTF-8, the end of a range exclusive, paths relative
// to the working directory.
type (
	rdResult struct {
		Source      rdSource       `json:"source"`
		Severity    string         `json:"severity"`
		Diagnostics []rdDiagnostic `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message     string         `json:"message"`
		Location    rdLocation     `json:"location"`
		Severity    string         `json:"severity"`
		Code        rdCode         `json:"code"`
		Suggestions []rdSuggestion `json:"suggestions,omitempty"`
		Original    string         `json:"original_output"`
		Related     []rdRelated    `json:"related_locations,omitempty"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition  `json:"start"`
		End   *rdPosition `json:"end,omitempty"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column,omitempty"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url,omitempty"`
	}
	rdSuggestion struct {
		Range rdRange `json:"range"`
		Text  string  `json:"text"`
	}
	rdRelated struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
	}
)

var rdSeverities = map[finding.Severity]string{finding.Error: "ERROR", finding.Warning: "WARNING", finding.Note: "INFO"}

// writeRDJSON writes for reviewdog.
func writeRDJSON(w io.Writer, run *Run) error {
	s := &run.Setting
	out := rdResult{Source: rdSource{"idemlint", home}, Severity: "WARNING", Diagnostics: []rdDiagnostic{}}
	for i := range run.Findings {
		f := &run.Findings[i]
		var text strings.Builder
		writeFinding(&text, f)
		d := rdDiagnostic{
			Message: told(f), Location: rdAt(f.Place()), Severity: rdSeverities[f.Severity],
			Code: rdCode{f.Rule, s.rule(f.Rule).URL}, Original: strings.TrimSuffix(text.String(), "\n"),
		}
		for _, p := range own(f) {
			d.Related = append(d.Related, rdRelated{p.Note, rdAt(p)})
		}
		for j := range f.Fixes {
			// A suggestion has no file: it changes the one its diagnostic is in.
			if c, ok := s.replacement(&f.Fixes[j]); ok && c.file == f.File {
				end := rdPosition{c.to.line, c.to.column}
				d.Suggestions = append(d.Suggestions, rdSuggestion{rdRange{rdPosition{c.from.line, c.from.column}, &end}, c.text})
			}
		}
		out.Diagnostics = append(out.Diagnostics, d)
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(out)
}

func rdAt(p finding.Place) rdLocation {
	return rdLocation{Path: p.File, Range: rdRange{Start: rdPosition{max(p.Line, 1), p.Column}}}
}
