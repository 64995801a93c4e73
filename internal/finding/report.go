package finding

import (
	"fmt"
	"go/token"
	"path/filepath"

	"golang.org/x/tools/go/analysis"
)

// SeverityOf grades a category of effects by what a duplicate costs.
func SeverityOf(category string) Severity {
	switch category {
	case "money", "inventory":
		return Error
	case "notify", "index", "analytics":
		return Note
	}
	return Warning
}

// Report hands a finding to the driver as a diagnostic. A finding in another
// package than the one analyzed, found where the two are joined, is reported at
// the first place of its path that lies in this package, or else at the package
// clause; its message then says where it is.
func Report(pass *analysis.Pass, f Finding) {
	d := analysis.Diagnostic{Category: f.Rule, Message: f.Rule + " " + f.Message}
	at := f.Place()
	if d.Pos = position(pass, at); !d.Pos.IsValid() {
		d.Message = fmt.Sprintf("%s %s/%s:%d: %s", f.Rule, filepath.Base(filepath.Dir(at.File)), filepath.Base(at.File), at.Line, f.Message)
		for _, p := range f.Path {
			if d.Pos = position(pass, p); d.Pos.IsValid() {
				break
			}
		}
	}
	if !d.Pos.IsValid() && len(pass.Files) > 0 {
		d.Pos = pass.Files[0].Name.Pos()
	}
	if d.Pos.IsValid() {
		d.SuggestedFixes = suggested(pass, f.Fixes)
		pass.Report(d)
	}
}

// position finds p in the files of the pass.
func position(pass *analysis.Pass, p Place) token.Pos {
	for _, file := range pass.Files {
		tf := pass.Fset.File(file.FileStart)
		if tf != nil && tf.Name() == p.File && p.Line >= 1 && p.Line <= tf.LineCount() {
			return tf.LineStart(p.Line) + token.Pos(max(p.Column-1, 0))
		}
	}
	return token.NoPos
}

// suggested are fixes as drivers take them, where all their edits lie in the
// package. There is one at most: golangci-lint drops several that overlap.
func suggested(pass *analysis.Pass, fixes []Fix) []analysis.SuggestedFix {
	for _, fix := range fixes {
		s := analysis.SuggestedFix{Message: fix.Message}
		for _, e := range fix.Edits {
			for _, file := range pass.Files {
				if tf := pass.Fset.File(file.FileStart); tf != nil && tf.Name() == e.File && e.End <= tf.Size() {
					s.TextEdits = append(s.TextEdits, analysis.TextEdit{Pos: tf.Pos(e.Start), End: tf.Pos(e.End), NewText: []byte(e.New)})
				}
			}
		}
		if len(s.TextEdits) == len(fix.Edits) {
			return []analysis.SuggestedFix{s}
		}
	}
	return nil
}
