// Package table has the rows.
package table

// Mended is a shoe that was mended.
type Mended struct {
	ID   uint
	Shoe string
}

// Shoe is a shoe.
type Shoe struct {
	ID     string
	State  string
	Wearer string
}
