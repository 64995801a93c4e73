// Package option is a stub, see go.mod.
package option

type RequestOption = interface{ Apply(*int) error }

func WithHeader(key, value string) RequestOption { panic("stub") }
