package output

import (
	"encoding/json"
	"io"

	"github.com/idemlint/idemlint/internal/finding"
)

// An issue of GitLab's Code Quality report (docs.gitlab.com, Code Quality,
// report format). GitLab shows only the first of several with one fingerprint.
type gitlabIssue struct {
	Description string         `json:"description"`
	Check       string         `json:"check_name"`
	Fingerprint string         `json:"fingerprint"`
	Severity    string         `json:"severity"`
	Location    gitlabLocation `json:"location"`
}

type gitlabLocation struct {
	Path  string      `json:"path"`
	Lines gitlabLines `json:"lines"`
}

type gitlabLines struct {
	Begin int `json:"begin"`
}

var gitlabSeverities = map[finding.Severity]string{finding.Error: "critical", finding.Warning: "major", finding.Note: "info"}

// writeGitLab writes a Code Quality report.
func writeGitLab(w io.Writer, run *Run) error {
	issues := []gitlabIssue{}
	for i := range run.Findings {
		f := &run.Findings[i]
		name, _ := run.Setting.inRepository(f.File)
		issues = append(issues, gitlabIssue{
			Description: f.Rule + " " + told(f), Check: f.Rule, Fingerprint: f.Fingerprint,
			Severity: gitlabSeverities[f.Severity], Location: gitlabLocation{name, gitlabLines{max(f.Line, 1)}},
		})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(issues)
}
