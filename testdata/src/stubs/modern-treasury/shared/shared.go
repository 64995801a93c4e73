// Package shared is a stub, see go.mod.
package shared

type AsyncResponse struct{ ID string }
