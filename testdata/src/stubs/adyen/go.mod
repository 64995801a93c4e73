// A stub of github.com/adyen/adyen-go-api-library/v21 v21.2.2, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/adyen.yml names, and what the use of them needs, with the names and types
// that its repository at fed7311e5afd gives them. It does nothing.
module github.com/adyen/adyen-go-api-library/v21

go 1.24
