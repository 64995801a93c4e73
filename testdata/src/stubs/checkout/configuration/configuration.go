// Package configuration is a stub, see go.mod.
package configuration

type SdkAuthorization struct{ _ int }
