// Package param is a stub, see go.mod.
package param

type Field[T any] struct {
	Value   T
	Present bool
}
