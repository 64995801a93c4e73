// Package rules holds the manual pages of the rules, which are generated from
// the rules' package comments and fixtures.
package rules

import "embed"

// Pages holds NAME.md for every rule.
//
//go:embed *.md
var Pages embed.FS
