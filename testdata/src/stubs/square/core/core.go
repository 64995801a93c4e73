// Package core is a stub, see go.mod.
package core

type RequestOption interface{ applyRequestOptions(*RequestOptions) }

type RequestOptions struct{ Token string }

type TokenOption struct{ Token string }

func (t *TokenOption) applyRequestOptions(opts *RequestOptions) {}
