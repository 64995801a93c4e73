// Package internal is a stub, see go.mod.
package internal

type Operation interface{ Describe() *Description }

type Description struct{ Method string }
