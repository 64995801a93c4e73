// A stub of github.com/plaid/plaid-go/v43 v43.0.0, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/plaid.yml names, and what the use of them needs, with the names and types
// that its repository at 21bccea2b4b6 gives them. It does nothing.
module github.com/plaid/plaid-go/v43

go 1.24
