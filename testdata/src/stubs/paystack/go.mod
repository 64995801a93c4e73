// A stub of github.com/rpip/paystack-go, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/paystack.yml names, and what the use of them needs, with the names and types
// that its repository at 196191f8ab58 gives them. It does nothing.
module github.com/rpip/paystack-go

go 1.24
