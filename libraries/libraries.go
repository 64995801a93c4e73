// Package libraries holds what idemlint is told about client libraries, one
// YAML document per library. The notation is internal/catalog's, and users
// write their own documents in it; see docs/config.md.
package libraries

import "embed"

// Files holds the documents.
//
//go:embed *.yml
var Files embed.FS
