package use

import (
	"net/http"
	"time"

	"github.com/samber/do/v2"
)

type gateway struct{ client *http.Client }

func newGateway(i do.Injector) (*gateway, error) {
	client, err := do.Invoke[*http.Client](i) // is: container resolve
	return &gateway{client}, err
}

func wire() *gateway {
	i := do.New(do.Lazy(newGateway))                       // is: container provide
	do.ProvideValue(i, &http.Client{Timeout: time.Second}) // is: container supply; sets timeout
	do.ProvideNamed(i, "backup", newGateway)               // is: container provide
	return do.MustInvoke[*gateway](i)                      // is: container resolve
}
