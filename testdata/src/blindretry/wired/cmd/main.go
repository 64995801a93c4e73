// Command cmd puts the desk together.
package main

import (
	"context"
	"log"
	"os"

	"example.com/fixtures/blindretry/wired/booking"
	"example.com/fixtures/blindretry/wired/carrier"
	"example.com/fixtures/blindretry/wired/journal"
)

func main() {
	c := carrier.New(os.Getenv("STRIPE_KEY"))
	desk := booking.NewDesk(c, c, &journal.File{Path: "shipped.log"})
	if err := desk.Ship(context.Background(), booking.Parcel{Order: os.Args[1]}); err != nil {
		log.Fatal(err)
	}
}
