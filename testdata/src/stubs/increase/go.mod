// A stub of github.com/Increase/increase-go v0.606.0, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/increase.yml names, and what the use of them needs, with the names and types
// that its repository at ca1c95b4c1c8 gives them. It does nothing.
module github.com/Increase/increase-go

go 1.24
