package catalog

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"path"

	"go.yaml.in/yaml/v3"
)

// Source is a text with documents.
type Source struct {
	// Name is the file name that errors show.
	Name string
	// Data may hold several YAML documents.
	Data []byte
	// Node, when set, is read instead of Data: a document, or a list of them,
	// inside another file.
	Node *yaml.Node
}

// FromFS returns the .yml files at the root of fsys, by name.
func FromFS(fsys fs.FS) ([]Source, error) {
	names, err := fs.Glob(fsys, "*.yml")
	if err != nil {
		return nil, err
	}
	var sources []Source
	for _, name := range names {
		data, err := fs.ReadFile(fsys, name)
		if err != nil {
			return nil, err
		}
		sources = append(sources, Source{Name: path.Join("libraries", name), Data: data})
	}
	return sources, nil
}

// LoadNode returns the `libraries:` of a user's configuration file as a
// source; node is the list.
func LoadNode(file string, node *yaml.Node) Source {
	return Source{Name: file, Node: node}
}

// Load reads documents. Of two that speak of the same symbol the later is
// believed, so the user's own come last. All errors are reported at once.
func Load(sources ...Source) (*Catalog, error) {
	c := &Catalog{
		funcs:     make(map[Symbol][]*entry),
		messages:  make(map[Symbol][]*entry),
		params:    make(map[Symbol][]*entry),
		converts:  make(map[Symbol][]*entry),
		fields:    make(map[Symbol][]*entry),
		refs:      make(map[string][]*reference),
		paths:     make(map[string]bool),
		brokers:   make(map[string]bool),
		libraries: make(map[string]bool),
		handler:   make(map[*HandlerSpec]*Library),
	}
	c.index.Store(&index{written: make(map[Symbol][]Symbol), paths: make(map[string]bool), narrow: make(map[string]method)})
	var errs problems
	sum := sha256.New()
	for _, src := range sources {
		data := src.Data
		if src.Node != nil {
			data, _ = yaml.Marshal(src.Node)
		}
		fmt.Fprintf(sum, "%s %d\n%s", src.Name, len(data), data)
		for _, doc := range readDocuments(src, &errs) {
			c.add(doc, &errs)
		}
	}
	c.hash = hex.EncodeToString(sum.Sum(nil))
	if err := errs.err(); err != nil {
		return nil, err
	}
	return c, nil
}
