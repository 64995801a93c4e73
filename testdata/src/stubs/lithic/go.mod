// A stub of github.com/lithic-com/lithic-go v0.108.0, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/lithic.yml names, and what the use of them needs, with the names and types
// that its repository at e6232c690c85 gives them. It does nothing.
module github.com/lithic-com/lithic-go

go 1.24
