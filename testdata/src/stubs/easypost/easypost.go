// Package easypost is a stub, see go.mod.
package easypost

import "context"

type Client struct{ APIKey string }

func New(apiKey string) *Client { panic("stub") }

type Shipment struct {
	ID        string
	Reference string
	Rates     []*Rate
}

type LumaRequest struct {
	Shipment
	RulesetName string
}

type CreateTrackerOptions struct {
	TrackingCode string
	Carrier      string
}

type (
	Batch          struct{ ID string }
	CarrierAccount struct{ ID string }
	Insurance      struct{ Reference string }
	Order          struct{ Reference string }
	Pickup         struct{ ID string }
	PickupRate     struct{ ID string }
	Rate           struct{ ID string }
	Refund         struct{ ID string }
	Tracker        struct{ ID string }
)

func (c *Client) BuyBatch(batchID string) (out *Batch, err error) { panic("stub") }

func (c *Client) BuyBatchWithContext(ctx context.Context, batchID string) (out *Batch, err error) {
	panic("stub")
}

func (c *Client) BuyLumaShipment(shipmentID string, in *LumaRequest) (out *Shipment, err error) {
	panic("stub")
}

func (c *Client) BuyLumaShipmentWithContext(ctx context.Context, shipmentID string, in *LumaRequest) (out *Shipment, err error) {
	panic("stub")
}

func (c *Client) BuyOrder(orderID, carrier, service string) (out *Order, err error) { panic("stub") }

func (c *Client) BuyOrderWithContext(ctx context.Context, orderID, carrier, service string) (out *Order, err error) {
	panic("stub")
}

func (c *Client) BuyPickup(pickupID string, rate *PickupRate) (out *Pickup, err error) { panic("stub") }

func (c *Client) BuyPickupWithContext(ctx context.Context, pickupID string, rate *PickupRate) (out *Pickup, err error) {
	panic("stub")
}

func (c *Client) BuyShipment(shipmentID string, rate *Rate, insurance string) (out *Shipment, err error) {
	panic("stub")
}

func (c *Client) BuyShipmentWithContext(ctx context.Context, shipmentID string, rate *Rate, insurance string) (out *Shipment, err error) {
	panic("stub")
}

func (c *Client) BuyShipmentWithEndShipper(shipmentID string, rate *Rate, insurance string, endShipperID string) (out *Shipment, err error) {
	panic("stub")
}

func (c *Client) BuyShipmentWithEndShipperWithContext(ctx context.Context, shipmentID string, rate *Rate, insurance string, endShipperID string) (out *Shipment, err error) {
	panic("stub")
}

func (c *Client) CreateAndBuyLumaShipment(in *LumaRequest) (out *Shipment, err error) { panic("stub") }

func (c *Client) CreateAndBuyLumaShipmentWithContext(ctx context.Context, in *LumaRequest) (out *Shipment, err error) {
	panic("stub")
}

func (c *Client) CreateBatch(in ...*Shipment) (out *Batch, err error) { panic("stub") }

func (c *Client) CreateBatchWithContext(ctx context.Context, in ...*Shipment) (out *Batch, err error) {
	panic("stub")
}

func (c *Client) CreateInsurance(in *Insurance) (out *Insurance, err error) { panic("stub") }

func (c *Client) CreateInsuranceWithContext(ctx context.Context, in *Insurance) (out *Insurance, err error) {
	panic("stub")
}

func (c *Client) CreateOrder(in *Order, accounts ...*CarrierAccount) (out *Order, err error) {
	panic("stub")
}

func (c *Client) CreateOrderWithContext(ctx context.Context, in *Order, accounts ...*CarrierAccount) (out *Order, err error) {
	panic("stub")
}

func (c *Client) CreateRefund(in map[string]interface{}) (out []*Refund, err error) { panic("stub") }

func (c *Client) CreateRefundWithContext(ctx context.Context, in map[string]interface{}) (out []*Refund, err error) {
	panic("stub")
}

func (c *Client) CreateShipment(in *Shipment) (out *Shipment, err error) { panic("stub") }

func (c *Client) CreateShipmentWithContext(ctx context.Context, in *Shipment) (out *Shipment, err error) {
	panic("stub")
}

func (c *Client) CreateTracker(opts *CreateTrackerOptions) (out *Tracker, err error) { panic("stub") }

func (c *Client) CreateTrackerWithContext(ctx context.Context, opts *CreateTrackerOptions) (out *Tracker, err error) {
	panic("stub")
}

func (c *Client) RefundShipment(shipmentID string) (out *Shipment, err error) { panic("stub") }

func (c *Client) RefundShipmentWithContext(ctx context.Context, shipmentID string) (out *Shipment, err error) {
	panic("stub")
}
