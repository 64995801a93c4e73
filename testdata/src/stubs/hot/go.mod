// A stub of github.com/samber/hot, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/hot.yml names, and what the use of them needs, with the names and types
// that its repository at cb70a5395928 gives them. It does nothing.
module github.com/samber/hot

go 1.24
