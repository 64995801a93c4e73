package finding

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
)

// Fingerprint returns a name for the finding that stays the same when lines
// move: it is made of the rule, the file relative to root, the handler, the
// subject, and the ordinal among findings that agree in all of these.
func Fingerprint(f *Finding, root string, ordinal int) string {
	file := f.File
	if rel, err := filepath.Rel(root, f.File); err == nil {
		file = rel
	}
	h := sha256.New()
	for _, part := range []string{f.Rule, filepath.ToSlash(file), f.Handler, f.Subject} {
		fmt.Fprintf(h, "%d:%s\n", len(part), part)
	}
	fmt.Fprintf(h, "%d\n", ordinal)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// SetFingerprints fingerprints the findings, which must be sorted.
func SetFingerprints(fs []Finding, root string) {
	seen := make(map[string]int)
	for i := range fs {
		first := Fingerprint(&fs[i], root, 0)
		fs[i].Fingerprint = Fingerprint(&fs[i], root, seen[first])
		seen[first]++
	}
}
