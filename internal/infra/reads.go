package infra

import (
	"path"
	"path/filepath"
)

// Reads reports whether [Read] may learn something from a file with this name
// and content, nil if it is not known. Go files and builds are code, and left out.
func Reads(name string, data []byte) bool {
	base := filepath.Base(name)
	switch {
	case isTerraformFile(base), isServerlessFile(base):
		return true
	case !isDocument(base):
		return false
	}
	return data == nil || path.Ext(base) == ".json" && isPlan(data) || isRabbitDefinitions(base, data) || mayBeTemplate(data) || mayBeManifest(data)
}
