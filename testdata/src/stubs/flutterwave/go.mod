// A stub of github.com/NdoleStudio/flutterwave-go v0.0.6, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/flutterwave.yml names, and what the use of them needs, with the names and types
// that its repository at bb41a63b917f gives them. It does nothing.
module github.com/NdoleStudio/flutterwave-go

go 1.24
