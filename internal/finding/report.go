package finding

import (
	"go/token"

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
// the first place of its path that lies in this package.
func Report(pass *analysis.Pass, f Finding) {
	for _, p := range append([]Place{f.Place()}, f.Path...) {
		if pos := position(pass, p); pos.IsValid() {
			pass.Report(analysis.Diagnostic{Pos: pos, Category: f.Rule, Message: f.Rule + " " + f.Message})
			return
		}
	}
	if len(pass.Files) > 0 {
		pass.Report(analysis.Diagnostic{Pos: pass.Files[0].Name.Pos(), Category: f.Rule, Message: f.Rule + " " + f.Message})
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
