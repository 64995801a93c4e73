package finding

import (
	"go/ast"
	"regexp"
)

// generatedLoosely is the mark of generators that end it in another way than
// https://go.dev/s/generatedcode says, as goctl does.
var generatedLoosely = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT[!.]?\s*$`)

// Generated reports whether a program wrote the file, so that nobody edits it.
func Generated(f *ast.File) bool {
	if ast.IsGenerated(f) {
		return true
	}
	for _, c := range f.Comments {
		if c.Pos() > f.Package {
			break
		}
		for _, line := range c.List {
			if generatedLoosely.MatchString(line.Text) {
				return true
			}
		}
	}
	return false
}

// Wired begins the note of a place that says which implementation a call was given,
// and calls nothing itself.
const Wired = "wired here to "
