package schema

import "sync"

// Lazy is a schema that is read when the first table is asked for: most packages ask
// for none.
type Lazy struct{ read func() *Schema }

// Later returns the schema of the repository below root. What cannot be read is left
// out without a word: it is for drivers that analyze a package at a time, and would
// say so each time.
func Later(root string) *Lazy {
	return &Lazy{sync.OnceValue(func() *Schema {
		s, _ := Read(root, Options{})
		return s
	})}
}

// Table, Mongo and DynamoDB are those of [Schema].
func (l *Lazy) Table(name, near string) (*Table, bool) { return l.read().Table(name, near) }

// Mongo finds a collection.
func (l *Lazy) Mongo(collection, near string) (*Table, bool) { return l.read().Mongo(collection, near) }

// DynamoDB finds a table of DynamoDB.
func (l *Lazy) DynamoDB(name, near string) (*Table, bool) { return l.read().DynamoDB(name, near) }
