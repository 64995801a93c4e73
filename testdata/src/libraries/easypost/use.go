package use

import (
	"context"

	"github.com/EasyPost/easypost-go/v5"
)

func ship(ctx context.Context, client *easypost.Client, order string) (*easypost.Shipment, error) {
	shipment, err := client.CreateShipmentWithContext(ctx, &easypost.Shipment{Reference: order}) // is: effect http, call
	if err != nil {
		return nil, err
	}
	return client.BuyShipmentWithContext(ctx, shipment.ID, shipment.Rates[0], "") // is: effect money, transition
}

func quick(client *easypost.Client, rules string) (*easypost.Shipment, error) {
	return client.CreateAndBuyLumaShipment(&easypost.LumaRequest{RulesetName: rules}) // is: effect money, call
}

func track(client *easypost.Client, code string) (*easypost.Tracker, error) {
	return client.CreateTracker(&easypost.CreateTrackerOptions{TrackingCode: code}) // is: effect http, call
}
