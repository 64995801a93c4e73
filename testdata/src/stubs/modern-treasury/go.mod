// A stub of github.com/Modern-Treasury/modern-treasury-go/v2 v2.60.0, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/modern-treasury.yml names, and what the use of them needs, with the names and types
// that its repository at bddd610c9c50 gives them. It does nothing.
module github.com/Modern-Treasury/modern-treasury-go/v2

go 1.24
