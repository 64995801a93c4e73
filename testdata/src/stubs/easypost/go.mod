// A stub of github.com/EasyPost/easypost-go/v5 v5.8.1, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/easypost.yml names, and what the use of them needs, with the names and types
// that its repository at 6e06a9052613 gives them. It does nothing.
module github.com/EasyPost/easypost-go/v5

go 1.24
