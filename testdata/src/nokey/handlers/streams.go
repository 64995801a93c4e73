package handlers

import (
	"context"
	"net/http"
	"strings"

	"github.com/redis/go-redis/v9"
)

// Read reads without acks: what a crash interrupts is lost, not repeated.
func Read(ctx context.Context, client *redis.Client) error {
	res, err := client.XReadGroup(ctx, &redis.XReadGroupArgs{Group: "doors", Consumer: "a", Streams: []string{"doors", ">"}, NoAck: true}).Result() // want IDM007 "has its messages acked before"
	if err != nil {
		return err
	}
	for _, m := range res[0].Messages {
		door, _ := m.Values["door"].(string)
		resp, err := http.Post("http://doors/opened", "text/plain", strings.NewReader(door)) // want IDM001 "request http.Post" "publishes the event again"
		if err != nil {
			return err
		}
		resp.Body.Close()
	}
	return nil
}
