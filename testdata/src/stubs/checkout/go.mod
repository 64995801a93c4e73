// A stub of github.com/checkout/checkout-sdk-go/v2 v2.4.1, for where
// that module cannot be downloaded. Its declarations are those that
// libraries/checkout.yml names, and what the use of them needs, with the names and types
// that its repository at 30688abf9c8a gives them. It does nothing.
module github.com/checkout/checkout-sdk-go/v2

go 1.24
