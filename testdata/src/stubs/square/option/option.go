// Package option is a stub, see go.mod.
package option

import "github.com/square/square-go-sdk/v3/core"

type RequestOption = core.RequestOption

func WithToken(token string) *core.TokenOption { panic("stub") }
