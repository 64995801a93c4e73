// Doapp is wired by do.
package main

import (
	"context"
	"net/http"

	"github.com/samber/do/v2"

	"example.com/fixtures/model/container/doapp/door"
	"example.com/fixtures/model/container/orders"
)

func main() {
	i := do.New()
	do.Provide(i, func(i do.Injector) (orders.Doors, error) { return door.NewHouse(http.DefaultClient), nil })
	do.Provide(i, func(i do.Injector) (*orders.Handler, error) {
		return orders.NewHandler(do.MustInvoke[orders.Doors](i)), nil
	})
	_ = do.MustInvoke[*orders.Handler](i).Run(context.Background(), nil)
}
