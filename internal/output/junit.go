package output

import (
	"encoding/xml"
	"fmt"
	"io"
	"strings"
)

// JUnit's report, as Jenkins and GitLab read it: one failure per test case.
type (
	junitReport struct {
		XMLName xml.Name     `xml:"testsuites"`
		Suites  []junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Class   string        `xml:"classname,attr"`
		Name    string        `xml:"name,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Line    int           `xml:"line,attr,omitempty"`
		Failure *junitFailure `xml:"failure"`
		Error   *junitFailure `xml:"error"`
	}
	junitFailure struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",chardata"`
	}
)

// writeJUnit writes for what shows test results: a failed case per finding, a
// passed one per handler that has none, a broken one per package that was not
// analyzed.
func writeJUnit(w io.Writer, run *Run) error {
	suite := junitSuite{Name: "idemlint"}
	failed := make(map[string]bool)
	for i := range run.Findings {
		f := &run.Findings[i]
		failed[f.Handler] = true
		var text strings.Builder
		writeFinding(&text, f)
		class := f.Handler
		if class == "" {
			class = f.File
		}
		suite.Failures++
		suite.Cases = append(suite.Cases, junitCase{
			Class: class, Name: fmt.Sprintf("%s %s:%d:%d", f.Rule, f.File, f.Line, f.Column), File: f.File, Line: f.Line,
			Failure: &junitFailure{Message: told(f), Type: string(f.Severity), Text: text.String()},
		})
	}
	for i := range run.Handlers {
		if h := &run.Handlers[i]; !failed[h.Name] {
			suite.Cases = append(suite.Cases, junitCase{Class: h.Name, Name: "redelivery", File: h.File, Line: h.Line})
		}
	}
	for _, e := range run.Errors {
		suite.Errors++
		suite.Cases = append(suite.Cases, junitCase{Class: e.Package, Name: "analysis", Error: &junitFailure{Message: e.Message, Type: "error", Text: e.text()}})
	}
	suite.Tests = len(suite.Cases)
	return writeXML(w, junitReport{Suites: []junitSuite{suite}})
}
