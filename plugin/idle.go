package plugin

import (
	"fmt"
	"io"
)

// idle are keys of .idemlint.yml that mean nothing inside golangci-lint, and what
// does there what they do. They are no error, so that one text serves both, but
// are told of.
var idle = []struct{ key, instead string }{
	{"fail-on", "golangci-lint fails on every issue it shows"},
	{"min-severity", "switch rules off instead"},
	{"categories", "golangci-lint grades findings itself, in severity.rules"},
	{"generated", "golangci-lint leaves generated files out itself, see linters.exclusions.generated"},
	{"expect-handlers", "idemlint handlers asks it"},
}

// tellIdle says which settings have no effect.
func (s *Settings) tellIdle(w io.Writer) {
	raw, _ := s.raw.(map[string]any)
	for _, k := range idle {
		if _, ok := raw[k.key]; ok {
			fmt.Fprintf(w, "idemlint: %s: %s has no effect here: %s\n", where, k.key, k.instead)
		}
	}
	for _, r := range s.Config.Rules {
		if r.Severity != "" {
			fmt.Fprintf(w, "idemlint: %s: the severity of %s has no effect here: golangci-lint grades findings itself, in severity.rules\n", where, r.Rule)
		}
	}
}
