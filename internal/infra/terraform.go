package infra

import (
	"fmt"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
)

// terraform collects the Terraform files of a repository by directory, and
// evaluates each root module with the local modules it calls. A directory that
// another one calls is no root.
type terraform struct {
	r           *reader
	dirs        map[string]*directory
	order       []string
	overridden  map[string]bool // variables that a .tfvars file which is not loaded by itself, or Terragrunt, may set
	called      map[string]bool
	redrives    []redrive
	steps       int
	depth       int
	modules     int
	toldSteps   bool
	definitions map[string]int // resources seen, by root and address
}

// directory is what one directory holds.
type directory struct {
	files     []string // *.tf
	variables []string // *.tfvars that are loaded by themselves
	queues    bool     // some file has a word of interest
	calls     []string // directories of local modules
	src       *source  // parsed
}

// source is a parsed directory.
type source struct {
	blocks    []*block // resources, data and modules, in order
	named     map[string]*block
	locals    map[string]*hclsyntax.Attribute
	variables map[string]*block
	outputs   map[string]*block
}

func newTerraform(r *reader) *terraform {
	return &terraform{r: r, dirs: map[string]*directory{}, overridden: map[string]bool{}, called: map[string]bool{}, definitions: map[string]int{}}
}

// maxModules bounds the module instances of a repository: modules that call
// each other several times multiply.
const maxModules = 10_000

var inputName = regexp.MustCompile(`(?m)^\s*"?([A-Za-z_][A-Za-z0-9_-]*)"?\s*[=:]`)

// readTerraform notes a file; parsing waits until all are known, and happens
// only where queues are.
func (r *reader) readTerraform(file string, data []byte) {
	tf, dir, base := r.tf, path.Dir(file), path.Base(file)
	isVariables := strings.HasSuffix(base, ".tfvars") || strings.HasSuffix(base, ".tfvars.json")
	loaded := strings.HasPrefix(base, "terraform.tfvars") || strings.Contains(base, ".auto.tfvars")
	if base == "terragrunt.hcl" || isVariables && !loaded {
		for _, m := range inputName.FindAllSubmatch(data, -1) {
			tf.overridden[string(m[1])] = true
		}
		return
	}
	d := tf.dirs[dir]
	if d == nil {
		d = &directory{}
		tf.dirs[dir] = d
		tf.order = append(tf.order, dir)
	}
	if isVariables {
		d.variables = append(d.variables, file)
		return
	}
	d.files = append(d.files, file)
	d.queues = d.queues || mayHoldQueues(data)
	for _, source := range localSources(data) {
		d.calls = append(d.calls, path.Join(dir, strings.SplitN(source, "?", 2)[0]))
	}
}

// finish evaluates the roots.
func (tf *terraform) finish() {
	for _, dir := range tf.order {
		for _, c := range tf.dirs[dir].calls {
			if c != dir && tf.dirs[c] != nil {
				tf.called[c] = true
			}
		}
	}
	done := map[string]bool{}
	run := func(dir string) {
		if tf.reaches(dir, map[string]bool{}) {
			tf.r.guard(dir, func() { tf.root(dir) })
		}
		tf.markReached(dir, done)
	}
	for _, dir := range tf.order {
		if !tf.called[dir] {
			run(dir)
		}
	}
	for _, dir := range tf.order { // modules that only call each other
		if !done[dir] {
			run(dir)
		}
	}
	tf.joinRedrives()
}

// reaches reports whether a directory or a module it calls may hold queues.
func (tf *terraform) reaches(dir string, seen map[string]bool) bool {
	d := tf.dirs[dir]
	if d == nil || seen[dir] {
		return false
	}
	seen[dir] = true
	return d.queues || slices.ContainsFunc(d.calls, func(c string) bool { return tf.reaches(c, seen) })
}

func (tf *terraform) markReached(dir string, done map[string]bool) {
	if d := tf.dirs[dir]; d != nil && !done[dir] {
		done[dir] = true
		for _, c := range d.calls {
			tf.markReached(c, done)
		}
	}
}

// parse parses the files of a directory, once.
func (tf *terraform) parse(dir string) *source {
	d := tf.dirs[dir]
	if d == nil {
		return nil
	}
	if d.src != nil {
		return d.src
	}
	s := &source{named: map[string]*block{}, locals: map[string]*hclsyntax.Attribute{}, variables: map[string]*block{}, outputs: map[string]*block{}}
	d.src = s
	var overrides []*block
	for _, file := range d.files {
		data, err := os.ReadFile(tf.r.full(file))
		if err != nil {
			tf.r.warn(Place{File: file, Line: 1}, "%v", err)
			continue
		}
		blocks, err := parseHCL(file, data)
		if err != nil {
			tf.r.fault(file, err)
			if len(blocks) == 0 {
				tf.r.unseen(Unseen{Root: dir, Place: Place{File: file, Line: 1}, Why: "this file cannot be parsed"})
			}
		}
		if isOverride(file) {
			overrides = append(overrides, blocks...)
			continue
		}
		for _, b := range blocks {
			s.add(b)
		}
	}
	s.override(overrides)
	return s
}

func isOverride(file string) bool {
	name, _, _ := strings.Cut(path.Base(file), ".")
	return name == "override" || strings.HasSuffix(name, "_override")
}

func (s *source) add(b *block) {
	switch {
	case b.typ == "locals":
		for name, a := range b.body.Attributes {
			s.locals[name] = a
		}
	case b.typ == "variable" && len(b.labels) == 1:
		s.variables[b.labels[0]] = b
	case b.typ == "output" && len(b.labels) == 1:
		s.outputs[b.labels[0]] = b
	case (b.typ == "resource" || b.typ == "data") && len(b.labels) == 2, b.typ == "module" && len(b.labels) == 1:
		s.blocks = append(s.blocks, b)
		s.named[b.key()] = b
	}
}

// override marks what an override file touches: its values are merged over the
// others in ways that depend on the block, so they count as not known.
func (s *source) override(blocks []*block) {
	for _, o := range blocks {
		target := s.named[o.key()]
		if target == nil {
			s.add(o)
			continue
		}
		if target.overridden == nil {
			target.overridden = map[string]bool{}
		}
		for name := range o.body.Attributes {
			target.overridden[name] = true
		}
		for _, inner := range o.body.Blocks {
			target.overridden[inner.Type] = true
		}
	}
}

// root evaluates a root module.
func (tf *terraform) root(dir string) {
	m := &module{tf: tf, src: tf.parse(dir), dir: dir, root: dir, environment: environmentOf(dir + "/x")}
	m.loadVariables(tf.dirs[dir].variables)
	m.define()
}

func itoa(n int) string { return fmt.Sprint(n) }
