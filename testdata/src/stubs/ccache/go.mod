// A stub of github.com/karlseguin/ccache/v3 v3.0.8, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/ccache.yml names, and what the use of them needs, with the names and types
// that its repository at 6d2af3f gives them. It does nothing.
module github.com/karlseguin/ccache/v3

go 1.24
