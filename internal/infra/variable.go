package infra

import (
	"os"
	"path"
	"strings"
)

// resolve fills in the variables of a text: ${self:custom.x}, ${opt:stage,
// 'dev'}, ${file(x.yml):key}. A text that is one variable becomes its value.
func (sv *serverless) resolve(v *value) *value {
	if v == nil || v.kind != isText || !strings.Contains(v.text, "${") {
		return v
	}
	if sv.steps++; sv.steps > 100_000 {
		return unknown(v.at, "there is too much to evaluate")
	}
	start, end, ok := innermost(v.text)
	if !ok {
		return v
	}
	x := sv.variable(v.text[start+2:end], v.at)
	if x == nil { // ${Resource} and ${AWS::Region} of Fn::Sub stay
		return sv.keep(v, start, end)
	}
	x = x.withAssumed(v.assumed)
	if start == 0 && end == len(v.text)-1 {
		if x.kind == isText {
			return sv.resolve(x.moved(v.at))
		}
		return x.moved(v.at)
	}
	if len(v.text) > maxText {
		return unknown(v.at, "the text is too long")
	}
	next := text(v.at, v.text[:start]+asText(x)+v.text[end+1:])
	next.assumed = x.assumed
	return sv.resolve(next)
}

// keep resolves what stands around a variable that is not the framework's.
func (sv *serverless) keep(v *value, start, end int) *value {
	before := sv.resolve(text(v.at, v.text[:start]))
	after := sv.resolve(text(v.at, v.text[end+1:]))
	return text(v.at, asText(before)+v.text[start:end+1]+asText(after)).withAssumed(v.assumed || before.assumed || after.assumed)
}

// innermost finds the first variable that has no other inside.
func innermost(s string) (start, end int, ok bool) {
	end = strings.IndexByte(s, '}')
	for end >= 0 {
		if start = strings.LastIndex(s[:end], "${"); start >= 0 {
			return start, end, true
		}
		next := strings.IndexByte(s[end+1:], '}')
		if next < 0 {
			break
		}
		end += 1 + next
	}
	return 0, 0, false
}

// variable evaluates what stands between the braces, or returns nil when it is
// no variable of the framework.
func (sv *serverless) variable(s string, at Place) *value {
	var options []string
	for _, part := range splitOutside(s) {
		options = append(options, strings.TrimSpace(part))
	}
	if !strings.HasPrefix(options[0], "file(") && (!strings.Contains(options[0], ":") || strings.Contains(options[0], "::")) {
		return nil
	}
	var result *value
	for i, option := range options {
		x := sv.option(option, at)
		if x == nil {
			return nil
		}
		if x.kind == isUnknown || x.kind == isText && x.text == string(markAny) {
			result = x
			if strings.HasPrefix(option, "opt:") || strings.HasPrefix(option, "env:") || strings.HasPrefix(option, "param:") {
				continue // unless it is given, the next option counts
			}
			return x
		}
		if x.written() {
			return x.withAssumed(i > 0)
		}
	}
	if result != nil {
		return result
	}
	return null(at)
}

// splitOutside cuts at commas outside of quotes and brackets.
func splitOutside(s string) []string {
	var parts []string
	depth, quote, from := 0, byte(0), 0
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
		case c == '(':
			depth++
		case c == ')':
			depth--
		case c == ',' && depth <= 0:
			parts = append(parts, s[from:i])
			from = i + 1
		}
	}
	return append(parts, s[from:])
}

func (sv *serverless) option(s string, at Place) *value {
	switch {
	case len(s) >= 2 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0]:
		return text(at, s[1:len(s)-1])
	case strings.HasPrefix(s, "self:"):
		return sv.self(sv.doc, strings.TrimPrefix(s, "self:"), at)
	case strings.HasPrefix(s, "file("):
		return sv.include(s, at)
	case strings.HasPrefix(s, "sls:stage"):
		if stage := sv.self(sv.doc, "provider.stage", at); stage.written() {
			return stage
		}
		return anyText(at)
	}
	kind, _, ok := strings.Cut(s, ":")
	switch {
	case ok && strings.ContainsAny(kind, " /$"):
		return nil
	case ok: // opt, env, param, ssm, cf, s3, aws, git …: given when it is deployed
		v := anyText(at)
		v.why = "${" + s + "} is known only when it is deployed"
		return v
	}
	return text(at, s) // a number or a word as fallback
}

// self follows a path in a document; missing is null, so that a fallback counts.
func (sv *serverless) self(doc *value, keys string, at Place) *value {
	name := doc.at.File + ":" + keys
	if sv.busy[name] {
		return unknown(at, keys+" uses itself")
	}
	sv.busy[name] = true
	defer delete(sv.busy, name)
	v := doc
	for _, key := range strings.Split(keys, ".") {
		if key == "" {
			continue
		}
		v = sv.resolve(v)
		if v == nil || v.kind == isUnknown {
			break
		}
		if v.kind == isList {
			v = index(v, number(at, key), at)
			continue
		}
		v = v.field(key)
	}
	if v = sv.resolve(v); v == nil {
		return null(at)
	}
	return v
}

// include is ${file(PATH):KEY}, of a file of the repository.
func (sv *serverless) include(s string, at Place) *value {
	name, rest, _ := strings.Cut(strings.TrimPrefix(s, "file("), ")")
	file := path.Clean(path.Join(path.Dir(sv.file), strings.Trim(strings.TrimSpace(name), `'"`)))
	doc, ok := sv.files[file]
	if !ok {
		doc = sv.load(file)
		sv.files[file] = doc
		sv.r.included[file] = true
	}
	if doc == nil {
		return unknown(at, "the file "+file+" is not read")
	}
	return sv.self(doc, strings.TrimPrefix(rest, ":"), at)
}

func (sv *serverless) load(file string) *value {
	switch path.Ext(file) {
	case ".yml", ".yaml", ".json":
	default:
		return nil
	}
	if strings.HasPrefix(file, "../") || path.IsAbs(file) || strings.ContainsAny(file, "\uE000\uE002") {
		return nil
	}
	info, err := os.Lstat(sv.r.full(file))
	if err != nil || !info.Mode().IsRegular() || info.Size() > sv.r.opts.MaxFileSize {
		return nil
	}
	data, err := os.ReadFile(sv.r.full(file))
	if err != nil {
		return nil
	}
	docs, err := parseDocuments(file, data)
	if err != nil {
		sv.r.fault(file, err)
	}
	if len(docs) != 1 {
		return nil
	}
	return docs[0]
}
