// A stub of github.com/omise/omise-go v1.7.2, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/omise.yml names, and what the use of them needs, with the names and types
// that its repository at 233b361093fb gives them. It does nothing.
module github.com/omise/omise-go

go 1.24
