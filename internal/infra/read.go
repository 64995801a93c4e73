package infra

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Options bound what [Read] looks at. The zero value has the defaults.
type Options struct {
	MaxFiles int // files and directories seen; default 200,000
	// MaxFileSize is in bytes, default 4 MiB: CloudFormation's own limit is 1 MB.
	// Larger files are left out, with a warning. It does not hold for plan JSON.
	MaxFileSize int64
	// MaxPlanSize is for plan JSON, in bytes, default 512 MiB. Plans are streamed.
	MaxPlanSize int64
}

func (o Options) withDefaults() Options {
	if o.MaxFiles <= 0 {
		o.MaxFiles = 200_000
	}
	if o.MaxFileSize <= 0 {
		o.MaxFileSize = 4 << 20
	}
	if o.MaxPlanSize <= 0 {
		o.MaxPlanSize = 512 << 20
	}
	return o
}

// Read reads the queue definitions below root. What cannot be read is a
// Warning and the rest goes on; the error is for a root that is no directory.
// Facts is never nil.
//
// Hidden directories (.git, .terraform), vendor, node_modules and testdata
// below root are left out. Files for development, examples and documentation
// are read, so that their names are known, but their Environment says that they
// prove nothing. Scripts and docker-compose files are not read.
func Read(root string, opts Options) (*Facts, []Warning, error) {
	info, err := os.Stat(root)
	if err == nil && !info.IsDir() {
		err = fmt.Errorf("%s is not a directory: give the directory where the repository starts", root)
	}
	if err != nil {
		return &Facts{}, nil, err
	}
	r := newReader(root, opts)
	for _, file := range r.walk() {
		r.readFile(file)
	}
	return r.finish(), r.warnings, nil
}

// reader collects the definitions of all files.
type reader struct {
	root     string
	opts     Options
	facts    Facts
	warnings []Warning
	marks    marks
	tf       *terraform
	k8s      *kubernetes
	archives map[string]Code // what is put into an archive, by its path
	included map[string]bool // files that are part of another one
	// goModules says of the directory of each go.mod whether it requires a
	// library that defines infrastructure, goDirs where these are imported.
	goModules map[string]bool
	goDirs    []string
}

func newReader(root string, opts Options) *reader {
	r := &reader{root: root, opts: opts.withDefaults(), archives: map[string]Code{}, included: map[string]bool{}, goModules: map[string]bool{}}
	r.tf = newTerraform(r)
	r.k8s = &kubernetes{r: r}
	return r
}

func (r *reader) warn(at Place, format string, args ...any) {
	r.warnings = append(r.warnings, Warning{Place: at, Message: fmt.Sprintf(format, args...)})
}

func (r *reader) unseen(u Unseen) { r.facts.Unseen = append(r.facts.Unseen, &u) }

// walk lists the files that some format may read, in order of path and
// relative to the root.
func (r *reader) walk() []string {
	var files []string
	seen := 0
	err := filepath.WalkDir(r.root, func(full string, d fs.DirEntry, err error) error {
		rel := r.rel(full)
		if err != nil {
			r.warn(Place{File: rel}, "%v: not read", err)
			return nil
		}
		if seen++; seen > r.opts.MaxFiles {
			r.warn(Place{File: rel}, "more than %d files: the rest is not read; give a smaller root", r.opts.MaxFiles)
			return fs.SkipAll
		}
		switch {
		case d.IsDir() && rel != "." && skipsDir(d.Name()):
			return fs.SkipDir
		case d.Type().IsRegular() && d.Name() == "go.mod":
			r.noteGoModule(rel)
		case d.Type().IsRegular() && formatOf(rel) != nil:
			files = append(files, rel)
		}
		return nil
	})
	if err != nil {
		r.warn(Place{File: "."}, "%v", err)
	}
	files = slices.DeleteFunc(files, func(file string) bool { return isGoFile(path.Base(file)) && !r.mayConstruct(file) })
	slices.Sort(files)
	return files
}

func (r *reader) rel(full string) string {
	rel, err := filepath.Rel(r.root, full)
	if err != nil {
		return filepath.ToSlash(full)
	}
	return filepath.ToSlash(rel)
}

func (r *reader) full(rel string) string { return filepath.Join(r.root, filepath.FromSlash(rel)) }

func skipsDir(name string) bool {
	return strings.HasPrefix(name, ".") || name == "vendor" || name == "node_modules" || name == "testdata"
}

// format is one kind of file.
type format struct {
	name    string
	matches func(base string) bool
	read    func(r *reader, file string, data []byte)
}

// formats are tried in order of the table.
var formats = []format{
	{"terraform", isTerraformFile, (*reader).readTerraform},
	{"serverless", isServerlessFile, (*reader).readServerless},
	{"documents", isDocument, (*reader).readDocument},
	{"builds", isBuildFile, (*reader).readBuilds},
	{"go", isGoFile, (*reader).readGo},
}

func formatOf(file string) *format {
	base := path.Base(file)
	for i := range formats {
		if formats[i].matches(base) {
			return &formats[i]
		}
	}
	return nil
}

// isDocument reports whether a file may hold a template, manifests, RabbitMQ
// definitions or a plan.
func isDocument(base string) bool {
	switch path.Ext(base) {
	case ".yml", ".yaml", ".json", ".template":
		return !strings.HasPrefix(base, "docker-compose") && !strings.HasPrefix(base, "compose.") && base != "package-lock.json"
	}
	return false
}

// readDocument tells the formats that share file names apart by content, and
// by words before anything is parsed.
func (r *reader) readDocument(file string, data []byte) {
	switch {
	case path.Ext(file) == ".json" && isPlan(data):
		r.readPlan(file, bytes.NewReader(data))
	case isRabbitDefinitions(file, data):
		r.readRabbit(file, data)
	case mayBeTemplate(data):
		r.readTemplate(file, data)
	case mayBeManifest(data):
		r.readManifests(file, data)
	}
}

// readFile reads one file within its limit of size.
func (r *reader) readFile(file string) {
	full := r.full(file)
	info, err := os.Stat(full)
	if err != nil {
		r.warn(Place{File: file, Line: 1}, "%v", err)
		return
	}
	if info.Size() > r.opts.MaxFileSize {
		r.readLarge(file, info.Size())
		return
	}
	data, err := os.ReadFile(full)
	if err != nil {
		r.warn(Place{File: file, Line: 1}, "%v", err)
		return
	}
	r.read(file, data)
}

// readLarge reads a file that is too large for anything but a plan, which is
// streamed.
func (r *reader) readLarge(file string, size int64) {
	f, err := os.Open(r.full(file))
	if err != nil {
		r.warn(Place{File: file, Line: 1}, "%v", err)
		return
	}
	defer f.Close()
	head := make([]byte, 64<<10)
	n, _ := f.ReadAt(head, 0) // a short file is no error here
	head = head[:n]
	plan := path.Ext(file) == ".json" && isPlan(head)
	switch {
	case isGoFile(path.Base(file)):
		return // nobody writes such a program by hand
	case !plan && isDocument(path.Base(file)) && !containsAny(head, "AWS::", "apiVersion", "vhost"):
		return // data of any kind
	case !plan:
		r.warn(Place{File: file, Line: 1}, "larger than %d bytes: not read; split it, or raise the limit", r.opts.MaxFileSize)
	case size > r.opts.MaxPlanSize:
		r.warn(Place{File: file, Line: 1}, "this plan is larger than %d bytes: not read", r.opts.MaxPlanSize)
	default:
		r.guard(file, func() { r.readPlan(file, f) })
	}
}

// read reads the content of a file.
func (r *reader) read(file string, data []byte) {
	if f := formatOf(file); f != nil {
		r.guard(file, func() { f.read(r, file, data) })
	}
}

// guard runs a step; one that panics costs that file only.
func (r *reader) guard(file string, step func()) {
	defer func() {
		if p := recover(); p != nil {
			r.warn(Place{File: file, Line: 1}, "not readable: %v; please report this file", p)
		}
	}()
	step()
}

// finish does what had to wait for all files, and puts the facts in order.
func (r *reader) finish() *Facts {
	r.finishGo()
	r.tf.finish()
	r.guard(".", r.k8s.finish)
	r.mergePlans()
	r.unpackArchives()
	r.dropIncluded()
	f := &r.facts
	slices.SortStableFunc(f.Queues, func(a, b *Queue) int { return compare(a.Definition, b.Definition) })
	slices.SortStableFunc(f.Computes, func(a, b *Compute) int { return compare(a.Definition, b.Definition) })
	slices.SortStableFunc(f.Edges, func(a, b *Edge) int { return compare(a.Definition, b.Definition) })
	slices.SortStableFunc(f.Alarms, func(a, b *Alarm) int { return compare(a.Definition, b.Definition) })
	slices.SortStableFunc(f.Policies, func(a, b *Policy) int { return compare(a.Definition, b.Definition) })
	slices.SortStableFunc(f.Bindings, func(a, b *Binding) int { return comparePlaces(a.Place, b.Place) })
	slices.SortStableFunc(f.Builds, func(a, b *Build) int { return comparePlaces(a.Place, b.Place) })
	slices.SortStableFunc(f.Unseen, func(a, b *Unseen) int {
		return cmp.Or(comparePlaces(a.Place, b.Place), strings.Compare(a.Address, b.Address))
	})
	slices.SortStableFunc(r.warnings, func(a, b Warning) int { return comparePlaces(a.Place, b.Place) })
	for _, c := range f.Computes {
		slices.SortStableFunc(c.Env, func(a, b Variable) int { return strings.Compare(a.Name, b.Name) })
	}
	return f
}

// dropIncluded drops what was read of files as if they stood alone that are a
// part of another one: there their variables are filled in.
func (r *reader) dropIncluded() {
	f := &r.facts
	alone := func(d Definition) bool { return !r.included[d.Root] }
	f.Queues = filter(f.Queues, func(q *Queue) bool { return alone(q.Definition) })
	f.Computes = filter(f.Computes, func(c *Compute) bool { return alone(c.Definition) })
	f.Edges = filter(f.Edges, func(e *Edge) bool { return alone(e.Definition) })
	f.Alarms = filter(f.Alarms, func(a *Alarm) bool { return alone(a.Definition) })
}

func compare(a, b Definition) int {
	return cmp.Or(comparePlaces(a.Place, b.Place), strings.Compare(a.Root, b.Root), strings.Compare(a.Address, b.Address))
}

func comparePlaces(a, b Place) int {
	return cmp.Or(strings.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// containsAny reports whether data has one of words.
func containsAny(data []byte, words ...string) bool {
	return slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(data, []byte(w)) })
}
