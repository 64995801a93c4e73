package schema

import (
	"strings"
	"unicode"
)

// snake turns OrderID into order_id and HTTPServer into http_server, as gorm,
// bun and ent do.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && runes[i-1] != '_' {
			nextLower := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(runes[i-1]) || nextLower && !pluralInitialism(runes[i:]) {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// pluralInitialism reports whether rest is the end of IDs or URLs.
func pluralInitialism(rest []rune) bool {
	return len(rest) == 2 && rest[1] == 's'
}

// plural gives the plural of an English noun, the irregular ones that name
// tables included.
func plural(noun string) string {
	head, last := "", noun
	if i := strings.LastIndexByte(noun, '_'); i >= 0 {
		head, last = noun[:i+1], noun[i+1:]
	}
	if last == "" {
		return noun
	}
	if p, ok := irregular[last]; ok {
		return head + p
	}
	n := len(last)
	switch {
	case strings.HasSuffix(last, "y") && n > 1 && !strings.ContainsRune("aeiou", rune(last[n-2])):
		return head + last[:n-1] + "ies"
	case hasSuffix(last, "s", "x", "z", "ch", "sh"):
		if hasSuffix(last, "news", "series", "species") {
			return head + last
		}
		return head + last + "es"
	case hasSuffix(last, "fe"):
		return head + last[:n-2] + "ves"
	}
	return head + last + "s"
}

var irregular = map[string]string{
	"person": "people", "child": "children", "man": "men", "woman": "women", "mouse": "mice", "datum": "data", "data": "data",
	"equipment": "equipment", "information": "information", "money": "money", "stock": "stocks", "index": "indices",
	"medium": "media", "media": "media", "analysis": "analyses", "quiz": "quizzes", "leaf": "leaves", "half": "halves",
}

func hasSuffix(s string, suffixes ...string) bool {
	for _, x := range suffixes {
		if strings.HasSuffix(s, x) {
			return true
		}
	}
	return false
}
