// A stub of github.com/square/square-go-sdk/v3 v3.1.0, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/square.yml names, and what the use of them needs, with the names and types
// that its repository at 3f484c56e8a8 gives them. It does nothing.
module github.com/square/square-go-sdk/v3

go 1.24
