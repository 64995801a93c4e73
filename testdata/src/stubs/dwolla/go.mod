// A stub of github.com/kolanos/dwolla-v2-go v1.0.0, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/dwolla.yml names, and what the use of them needs, with the names and types
// that its repository at 680d5a333646 gives them. It does nothing.
module github.com/kolanos/dwolla-v2-go

go 1.24
