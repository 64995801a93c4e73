// Digapp is wired by dig.
package main

import (
	"context"
	"net/http"

	"go.uber.org/dig"

	"example.com/fixtures/model/container/digapp/door"
	"example.com/fixtures/model/container/orders"
)

type parts struct {
	dig.In

	Doors orders.Doors
}

type houses struct {
	dig.Out

	Doors orders.Doors
}

func build() houses { return houses{Doors: door.NewHouse(http.DefaultClient)} }

func handler(p parts) *orders.Handler { return orders.NewHandler(p.Doors) }

func main() {
	c := dig.New()
	_ = c.Provide(build)
	_ = c.Provide(handler)
	_ = c.Invoke(func(h *orders.Handler) error { return h.Run(context.Background(), nil) })
}
