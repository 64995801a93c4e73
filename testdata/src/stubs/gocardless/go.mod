// A stub of github.com/gocardless/gocardless-pro-go/v6 v6.4.5, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/gocardless.yml names, and what the use of them needs, with the names and types
// that its repository at 553b873c5d31 gives them. It does nothing.
module github.com/gocardless/gocardless-pro-go/v6

go 1.24
