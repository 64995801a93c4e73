// Fxapp is wired by fx.
package main

import (
	"context"
	"net/http"

	amqp "github.com/rabbitmq/amqp091-go"
	"go.uber.org/fx"

	"example.com/fixtures/model/container/fxapp/door"
	"example.com/fixtures/model/container/orders"
)

var doors = fx.Module("doors", fx.Provide(
	fx.Annotate(door.NewHouse, fx.As(new(orders.Doors))),
))

func main() {
	fx.New(
		fx.Supply(http.DefaultClient),
		doors,
		fx.Provide(orders.NewHandler),
		fx.Invoke(func(lc fx.Lifecycle, h *orders.Handler, ch *amqp.Channel) {
			lc.Append(fx.Hook{OnStart: func(ctx context.Context) error { return h.Run(ctx, ch) }})
		}),
	).Run()
}
