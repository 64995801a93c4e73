package use

import (
	"net/http"
	"time"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/hedgepolicy"
	"github.com/failsafe-go/failsafe-go/retrypolicy"
)

func charge(pay func() (*http.Response, error)) (*http.Response, error) {
	policy := retrypolicy.NewBuilder[*http.Response]().WithMaxRetries(4).WithDelay(time.Second).Build() // is: sets wait; sets retries; makes it retry
	return failsafe.With[*http.Response](policy).Get(pay)                                               // is: retries
}

func quick(ask func() error) error {
	return failsafe.With[any](hedgepolicy.NewWithDelay[any](50 * time.Millisecond)).Run(ask) // is: retries; makes it retry
}
