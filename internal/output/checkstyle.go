package output

import (
	"encoding/xml"
	"io"

	"github.com/idemlint/idemlint/internal/finding"
)

// Checkstyle's report, as its XMLLogger writes it.
type (
	checkstyleReport struct {
		XMLName xml.Name          `xml:"checkstyle"`
		Version string            `xml:"version,attr"`
		Files   []*checkstyleFile `xml:"file"`
	}
	checkstyleFile struct {
		Name   string            `xml:"name,attr"`
		Errors []checkstyleError `xml:"error"`
	}
	checkstyleError struct {
		Line     int    `xml:"line,attr"`
		Column   int    `xml:"column,attr,omitempty"`
		Severity string `xml:"severity,attr"`
		Message  string `xml:"message,attr"`
		Source   string `xml:"source,attr"`
	}
)

var checkstyleSeverities = map[finding.Severity]string{finding.Error: "error", finding.Warning: "warning", finding.Note: "info"}

// writeCheckstyle writes Checkstyle's format, which many tools read.
func writeCheckstyle(w io.Writer, run *Run) error {
	report := checkstyleReport{Version: "4.3"}
	files := make(map[string]*checkstyleFile)
	for i := range run.Findings {
		f := &run.Findings[i]
		file := files[f.File]
		if file == nil {
			file = &checkstyleFile{Name: f.File}
			files[f.File] = file
			report.Files = append(report.Files, file)
		}
		file.Errors = append(file.Errors, checkstyleError{max(f.Line, 1), f.Column, checkstyleSeverities[f.Severity], told(f), f.Rule})
	}
	return writeXML(w, report)
}

// writeXML writes a document.
func writeXML(w io.Writer, v any) error {
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(v); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
