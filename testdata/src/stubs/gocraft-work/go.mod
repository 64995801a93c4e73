// A stub of github.com/gocraft/work v0.5.1, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/gocraft-work.yml names, and what the use of them needs, with the names and types
// that its repository at 5959e69ad211 gives them. It does nothing.
module github.com/gocraft/work

go 1.24

require github.com/gomodule/redigo v1.9.3
