package output

import (
	"cmp"
	"encoding/json"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"

	"github.com/idemlint/idemlint/internal/finding"
)

// The parts of SARIF 2.1.0 that are written. What GitHub makes of them: the
// message is plain text; a rule's help is shown as Markdown; precision and
// problem.severity sort alerts; the tag "security" would move them to another
// list, and these are about reliability; suppressions are ignored, so silenced
// findings are left out (docs.github.com, SARIF support for code scanning).
type (
	sarifLog struct {
		Version string     `json:"version"`
		Schema  string     `json:"$schema"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool        sarifTool         `json:"tool"`
		Invocations []sarifInvocation `json:"invocations"`
		ColumnKind  string            `json:"columnKind"`
		Results     []sarifResult     `json:"results"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID               string           `json:"id"`
		Name             string           `json:"name,omitempty"`
		ShortDescription *sarifText       `json:"shortDescription,omitempty"`
		FullDescription  *sarifText       `json:"fullDescription,omitempty"`
		HelpURI          string           `json:"helpUri,omitempty"`
		Help             *sarifText       `json:"help,omitempty"`
		Configuration    sarifLevel       `json:"defaultConfiguration"`
		Properties       *sarifProperties `json:"properties"`
	}
	sarifLevel struct {
		Level string `json:"level"`
	}
	sarifProperties struct {
		Tags            []string `json:"tags,omitempty"`
		Precision       string   `json:"precision,omitempty"`
		ProblemSeverity string   `json:"problem.severity,omitempty"`
		Category        string   `json:"category,omitempty"`
		Confidence      string   `json:"confidence,omitempty"`
		Handler         string   `json:"handler,omitempty"`
		Schedule        string   `json:"schedule,omitempty"`
	}
	sarifText struct {
		Text     string `json:"text"`
		Markdown string `json:"markdown,omitempty"`
	}
	sarifInvocation struct {
		Successful    bool                `json:"executionSuccessful"`
		Notifications []sarifNotification `json:"toolExecutionNotifications,omitempty"`
	}
	sarifNotification struct {
		Level   string    `json:"level"`
		Message sarifText `json:"message"`
	}
	sarifResult struct {
		RuleID       string            `json:"ruleId"`
		RuleIndex    int               `json:"ruleIndex"`
		Level        string            `json:"level"`
		Message      sarifText         `json:"message"`
		Locations    []sarifLocation   `json:"locations"`
		Fingerprints map[string]string `json:"partialFingerprints"`
		CodeFlows    []sarifCodeFlow   `json:"codeFlows,omitempty"`
		Fixes        []sarifFix        `json:"fixes,omitempty"`
		Properties   *sarifProperties  `json:"properties"`
	}
	sarifLocation struct {
		Physical sarifPhysical  `json:"physicalLocation"`
		Logical  []sarifLogical `json:"logicalLocations,omitempty"`
		Message  *sarifText     `json:"message,omitempty"`
	}
	sarifLogical struct {
		Name string `json:"fullyQualifiedName"`
		Kind string `json:"kind"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"`
	}
	sarifArtifact struct {
		URI     string `json:"uri"`
		URIBase string `json:"uriBaseId,omitempty"`
	}
	sarifRegion struct {
		StartLine   int `json:"startLine"`
		StartColumn int `json:"startColumn,omitempty"`
		EndLine     int `json:"endLine,omitempty"`
		EndColumn   int `json:"endColumn,omitempty"`
	}
	sarifCodeFlow struct {
		ThreadFlows []sarifThreadFlow `json:"threadFlows"`
	}
	sarifThreadFlow struct {
		Locations []sarifStep `json:"locations"`
	}
	sarifStep struct {
		Location sarifLocation `json:"location"`
	}
	sarifFix struct {
		Description sarifText     `json:"description"`
		Changes     []sarifChange `json:"artifactChanges"`
	}
	sarifChange struct {
		Artifact     sarifArtifact      `json:"artifactLocation"`
		Replacements []sarifReplacement `json:"replacements"`
	}
	sarifReplacement struct {
		Deleted  sarifRegion   `json:"deletedRegion"`
		Inserted *sarifContent `json:"insertedContent,omitempty"`
	}
	sarifContent struct {
		Text string `json:"text"`
	}
)

// home is where the project lives.
const home = "https://github.com/idemlint/idemlint"

// writeSARIF writes for code scanning.
func writeSARIF(w io.Writer, run *Run) error {
	s := &run.Setting
	driver := sarifDriver{Name: "idemlint", Version: s.Version, InformationURI: home, Rules: []sarifRule{}}
	index := make(map[string]int)
	for _, r := range s.rulesOf(run.Findings) {
		index[r.ID] = len(driver.Rules)
		driver.Rules = append(driver.Rules, describeRule(r, run.Findings))
	}
	results := []sarifResult{}
	for i := range run.Findings {
		f := &run.Findings[i]
		r := s.sarifResult(f)
		r.RuleIndex = index[f.Rule]
		results = append(results, r)
	}
	invocation := sarifInvocation{Successful: len(run.Errors) == 0}
	for _, e := range run.Errors {
		invocation.Notifications = append(invocation.Notifications, sarifNotification{"error", sarifText{Text: e.text()}})
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(sarifLog{
		Version: "2.1.0",
		Schema:  "https://json.schemastore.org/sarif-2.1.0.json",
		Runs:    []sarifRun{{sarifTool{driver}, []sarifInvocation{invocation}, "utf16CodeUnits", results}},
	})
}

// rulesOf lists the rules the program has, and what else findings name.
func (s *Setting) rulesOf(fs []finding.Finding) []Rule {
	rules := slices.Clone(s.Rules)
	for _, f := range fs {
		if !slices.ContainsFunc(rules, func(r Rule) bool { return r.ID == f.Rule }) {
			rules = append(rules, Rule{ID: f.Rule, Name: f.Analyzer})
		}
	}
	slices.SortFunc(rules, func(a, b Rule) int { return cmp.Compare(a.ID, b.ID) })
	return rules
}

// describeRule describes a rule: as severe as its worst finding here, as precise
// as its least sure one.
func describeRule(r Rule, fs []finding.Finding) sarifRule {
	severity, precision := finding.Severity(""), finding.High
	for _, f := range fs {
		if f.Rule != r.ID {
			continue
		}
		if severity == "" || f.Severity.AtLeast(severity) {
			severity = f.Severity
		}
		if f.Confidence == finding.Low || f.Confidence == finding.Medium && precision == finding.High {
			precision = f.Confidence
		}
	}
	severity = cmp.Or(severity, finding.Warning)
	d := sarifRule{
		ID: r.ID, Name: r.Name, HelpURI: r.URL, Configuration: sarifLevel{string(severity)},
		Properties: &sarifProperties{Tags: []string{"reliability", "idempotency"}, Precision: string(precision), ProblemSeverity: string(severity)},
	}
	if severity == finding.Note {
		d.Properties.ProblemSeverity = "recommendation"
	}
	if r.Summary != "" {
		d.ShortDescription, d.FullDescription = &sarifText{Text: r.Summary}, &sarifText{Text: r.Summary}
	}
	if r.Help != "" {
		d.Help = &sarifText{Text: r.Help, Markdown: r.Help}
	}
	return d
}

func (s *Setting) sarifResult(f *finding.Finding) sarifResult {
	at := s.sarifLocation(f.Place())
	if f.Handler != "" {
		at.Logical = []sarifLogical{{f.Handler, "function"}}
	}
	r := sarifResult{
		RuleID: f.Rule, Level: string(f.Severity), Message: sarifMessage(told(f)), Locations: []sarifLocation{at},
		Fingerprints: map[string]string{"idemlint/v1": f.Fingerprint},
		Properties:   &sarifProperties{Category: f.Category, Confidence: string(f.Confidence), Handler: f.Handler, Schedule: f.Schedule},
	}
	var flow sarifThreadFlow
	for _, p := range own(f) {
		l := s.sarifLocation(p)
		note := sarifMessage(p.Note)
		l.Message = &note
		flow.Locations = append(flow.Locations, sarifStep{l})
	}
	if len(flow.Locations) > 0 {
		r.CodeFlows = []sarifCodeFlow{{[]sarifThreadFlow{flow}}}
	}
	for i := range f.Fixes {
		if c, ok := s.replacement(&f.Fixes[i]); ok {
			region := sarifRegion{c.from.line, s.utf16Column(c.file, c.from.line, c.from.column), c.to.line, s.utf16Column(c.file, c.to.line, c.to.column)}
			change := sarifChange{s.artifact(c.file), []sarifReplacement{{region, &sarifContent{c.text}}}}
			r.Fixes = append(r.Fixes, sarifFix{sarifText{Text: f.Fixes[i].Message}, []sarifChange{change}})
		}
	}
	return r
}

// sarifMessage is a message in which nothing is a placeholder or a link (SARIF
// 2.1.0, 3.11.5 and 3.11.6).
func sarifMessage(s string) sarifText {
	s = sarifPlaceholder.ReplaceAllString(s, "{{$1}}")
	return sarifText{Text: sarifLink.ReplaceAllString(s, `\[$1\](`)}
}

var (
	sarifPlaceholder = regexp.MustCompile(`\{(\d+)\}`)
	sarifLink        = regexp.MustCompile(`\[([^\[\]]*)\]\(`)
)

func (s *Setting) sarifLocation(p finding.Place) sarifLocation {
	return sarifLocation{Physical: sarifPhysical{
		Artifact: s.artifact(p.File),
		Region:   sarifRegion{StartLine: max(p.Line, 1), StartColumn: s.utf16Column(p.File, p.Line, p.Column)},
	}}
}

// artifact names a file by a URI relative to the root of the repository.
func (s *Setting) artifact(file string) sarifArtifact {
	name, in := s.inRepository(file)
	if filepath.IsAbs(name) {
		return sarifArtifact{URI: (&url.URL{Scheme: "file", Path: filepath.ToSlash(name)}).String()}
	}
	a := sarifArtifact{URI: (&url.URL{Path: name}).String()}
	if in {
		a.URIBase = "%SRCROOT%"
	}
	return a
}
