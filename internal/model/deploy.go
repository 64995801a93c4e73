package model

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/idemlint/idemlint/internal/infra"
)

// This file joins deployed code with the main package it is built from.

// Program is a main package of the repository.
type Program struct {
	Path string `json:"path"` // import path
	Dir  string `json:"dir"`  // relative to the root of the repository, with slashes
}

// deployed is a compute that runs a program.
type deployed struct {
	compute *infra.Compute
	level   Level
	reason  string
}

// deployment says which computes run which program, by import path. A join
// holds only if it is the only one of its level, seen from both ends; the same
// compute in several roots counts once.
type deployment struct {
	programs map[string][]deployed
}

func deploy(f *infra.Facts, programs []Program) *deployment {
	d := &deployment{programs: map[string][]deployed{}}
	if f == nil || len(programs) == 0 {
		return d
	}
	m := &matcher{facts: f, programs: programs}
	for _, try := range []func(*infra.Compute) ([]Program, string){m.byPackage, m.byDirectory, m.byBuild, m.byName} {
		for _, c := range f.Computes {
			if d.has(c) {
				continue
			}
			found, reason := try(c)
			if len(found) != 1 {
				continue
			}
			level := LevelCertain
			if strings.HasPrefix(reason, "name") {
				level = LevelHigh
			}
			p := found[0].Path
			d.programs[p] = append(d.programs[p], deployed{c, level, reason})
		}
	}
	for p, list := range d.programs {
		d.programs[p] = d.only(list)
	}
	return d
}

func (d *deployment) has(c *infra.Compute) bool {
	for _, list := range d.programs {
		if slices.ContainsFunc(list, func(x deployed) bool { return x.compute == c }) {
			return true
		}
	}
	return false
}

// only drops joins by name where surer ones exist, and those by name that are
// several: a program may be deployed more than once, but two functions that
// merely have its name are a guess.
func (d *deployment) only(list []deployed) []deployed {
	sure := slices.DeleteFunc(slices.Clone(list), func(x deployed) bool { return x.level < LevelCertain })
	if len(sure) > 0 {
		return sure
	}
	for _, x := range list[1:] {
		if x.compute.Address != list[0].compute.Address {
			return nil
		}
	}
	return list
}

type matcher struct {
	facts    *infra.Facts
	programs []Program
}

func (m *matcher) pick(keep func(Program) bool) []Program {
	var out []Program
	for _, p := range m.programs {
		if keep(p) {
			out = append(out, p)
		}
	}
	return out
}

// byPackage: ko and CDK name the package itself.
func (m *matcher) byPackage(c *infra.Compute) ([]Program, string) {
	if c.Code.Package == "" {
		return nil, ""
	}
	want := strings.TrimPrefix(c.Code.Package, "ko://")
	return m.pick(func(p Program) bool {
		return p.Path == want || p.Dir == path.Clean(want) || strings.HasSuffix(p.Path, "/"+strings.TrimPrefix(path.Clean(want), "./"))
	}), "it is built from package " + want
}

// byDirectory: the directory of the source, or the only program below it.
func (m *matcher) byDirectory(c *infra.Compute) ([]Program, string) {
	if c.Code.Dir == "" || strings.Contains(c.Code.Dir, "*") {
		return nil, ""
	}
	dir := path.Clean(c.Code.Dir)
	reason := "it is built from directory " + dir
	if exact := m.pick(func(p Program) bool { return p.Dir == dir }); len(exact) > 0 {
		return exact, reason
	}
	if dir == "." {
		return nil, ""
	}
	return m.pick(func(p Program) bool { return strings.HasPrefix(p.Dir, dir+"/") }), reason
}

// byBuild: a go build command whose output is what the compute runs.
func (m *matcher) byBuild(c *infra.Compute) ([]Program, string) {
	files := m.files(c)
	var found []Program
	reason := ""
	for _, b := range m.facts.Builds {
		if b.Output == "" || !slices.ContainsFunc(files, func(f string) bool { return sameFile(f, b.Output) }) {
			continue
		}
		for _, dir := range b.Packages {
			for _, p := range m.pick(func(p Program) bool { return p.Dir == path.Clean(dir) }) {
				if !slices.Contains(found, p) {
					found = append(found, p)
					reason = "it is built by " + b.Place.File
				}
			}
		}
	}
	return found, reason
}

// files are the files a compute is made of, as far as they say anything.
func (m *matcher) files(c *infra.Compute) []string {
	var out []string
	for _, f := range []string{c.Code.Binary, c.Code.Archive} {
		if f != "" && !strings.Contains(f, "*") {
			out = append(out, f)
		}
	}
	return out
}

// sameFile reports whether an output is a file, or what it is packed from:
// build/settle and build/settle.zip, build/settle/bootstrap and build/settle.zip.
func sameFile(file, output string) bool {
	file, output = path.Clean(file), path.Clean(output)
	if file == output {
		return true
	}
	stem := func(s string) string {
		s = strings.TrimSuffix(s, ".zip")
		if path.Base(s) == "bootstrap" || path.Base(s) == "main" {
			s = path.Dir(s)
		}
		return s
	}
	a, b := stem(file), stem(output)
	return a == b && path.Base(a) != "." && !generic[path.Base(a)]
}

// generic are names that say nothing of a program.
var generic = map[string]bool{
	"": true, ".": true, "/": true, "bootstrap": true, "main": true, "cmd": true, "src": true, "app": true, "lambda": true, "handler": true, "function": true,
	"functions": true, "bin": true, "build": true, "dist": true, "server": true, "service": true, "worker": true, "internal": true, "go": true, "code": true,
	"lambdas": true, "target": true, "deploy": true, "release": true, "latest": true, "handlers": true, "services": true, "apps": true, "workers": true, "consumer": true,
}

// byName: what the archive, the binary, the image or the function is called is
// the name of one program's directory.
func (m *matcher) byName(c *infra.Compute) ([]Program, string) {
	for _, n := range m.names(c) {
		found := m.pick(func(p Program) bool { return programName(p) != "" && hyphenated(programName(p)) == n.text })
		if len(found) == 0 && n.loose {
			found = m.suffixed(n.text)
		}
		if len(found) > 0 {
			return found, "name of its " + n.what
		}
	}
	return nil, ""
}

type namedPart struct {
	what, text string
	loose      bool
}

// names are what a compute is called, the surest first.
func (m *matcher) names(c *infra.Compute) []namedPart {
	var out []namedPart
	add := func(what, text string, loose bool) {
		text = hyphenated(strings.TrimSuffix(path.Base(text), ".zip"))
		if text != "" && !strings.Contains(text, "*") && !generic[text] {
			out = append(out, namedPart{what, text, loose})
		}
	}
	add("archive", c.Code.Archive, false)
	add("binary", c.Code.Binary, false)
	if c.Code.Handler != "" {
		add("handler", c.Code.Handler, false)
	}
	image, _, _ := strings.Cut(c.Code.Image, "@")
	if i := strings.LastIndexByte(image, ':'); i > strings.LastIndexByte(image, '/') {
		image = image[:i]
	}
	add("image", image, true)
	if c.Name.State == infra.Present {
		add("name", withoutStars(c.Name.Value), true)
	}
	return out
}

// withoutStars drops the parts of a name that are not known: the stage,
// usually.
func withoutStars(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' })
	return strings.Join(slices.DeleteFunc(parts, func(p string) bool { return strings.Contains(p, "*") }), "-")
}

// suffixed finds the program with the longest name that a compute's name ends
// or begins with: acme-settle is settle.
func (m *matcher) suffixed(name string) []Program {
	var best []Program
	length := 0
	for _, p := range m.programs {
		n := hyphenated(programName(p))
		if n == "" || !strings.HasSuffix(name, "-"+n) && !strings.HasPrefix(name, n+"-") {
			continue
		}
		switch {
		case len(n) > length:
			best, length = []Program{p}, len(n)
		case len(n) == length:
			best = append(best, p)
		}
	}
	return best
}

// programName is what a program is called: its directory, or the one above
// where that says nothing.
func programName(p Program) string {
	for dir := p.Dir; ; dir = path.Dir(dir) {
		if base := path.Base(dir); !generic[base] {
			return base
		}
		if dir == "." || dir == "/" || dir == "" {
			break
		}
	}
	if p.Dir == "." {
		if base := path.Base(p.Path); !generic[base] {
			return base
		}
	}
	return ""
}

var camelCase = regexp.MustCompile(`([a-z0-9])([A-Z])`)

// hyphenated writes a name in lower case with hyphens, without words for what
// everything is: OrdersFunction and orders_lambda are orders.
func hyphenated(name string) string {
	name = strings.ToLower(camelCase.ReplaceAllString(name, "$1-$2"))
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '-' || r == '_' || r == '.' || r == ' ' })
	kept := slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return p == "lambda" || p == "function" || p == "fn" || p == "func" })
	if len(kept) == 0 {
		kept = parts
	}
	return strings.Join(kept, "-")
}
