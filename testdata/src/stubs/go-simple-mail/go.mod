// A stub of github.com/xhit/go-simple-mail/v2 v2.16.0, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/go-simple-mail.yml names, and what the use of them needs, with the names and types
// that its repository at 05f3f1804b0c gives them. It does nothing.
module github.com/xhit/go-simple-mail/v2

go 1.24
