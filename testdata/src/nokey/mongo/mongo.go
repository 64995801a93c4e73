// Package mongo stores documents for a JetStream consumer.
package mongo

import (
	"context"
	"encoding/json"

	"github.com/nats-io/nats.go/jetstream"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"go.mongodb.org/mongo-driver/v2/mongo/options"
)

type measured struct {
	Sample string  `json:"sample"`
	Probe  string  `json:"probe"`
	Value  float64 `json:"value"`
}

type reading struct {
	ID    string  `bson:"_id,omitempty"`
	Probe string  `bson:"probe"`
	Value float64 `bson:"value"`
}

type lab struct{ readings *mongo.Collection }

// Run handles measurements.
func (l *lab) Run(ctx context.Context, c jetstream.Consumer) (jetstream.ConsumeContext, error) {
	return c.Consume(func(m jetstream.Msg) {
		if err := l.handle(ctx, m); err != nil {
			m.Nak()
			return
		}
		m.Ack()
	})
}

func (l *lab) handle(ctx context.Context, m jetstream.Msg) error {
	var v measured
	if err := json.Unmarshal(m.Data(), &v); err != nil {
		return err
	}
	// The driver makes the id.
	if _, err := l.readings.InsertOne(ctx, bson.M{"probe": v.Probe, "value": v.Value}); err != nil { // want IDM001 "write l.readings.InsertOne" "mongo.(*lab).handle"
		return err
	}
	if _, err := l.readings.InsertOne(ctx, reading{Probe: v.Probe, Value: v.Value}); err != nil { // want IDM001 "write l.readings.InsertOne"
		return err
	}

	// The sample's number is the id.
	if _, err := l.readings.InsertOne(ctx, reading{ID: v.Sample, Probe: v.Probe, Value: v.Value}); err != nil {
		return err
	}
	if _, err := l.readings.InsertOne(ctx, bson.D{{Key: "_id", Value: v.Sample}, {Key: "value", Value: v.Value}}); err != nil {
		return err
	}
	_, err := l.readings.UpdateOne(ctx, bson.M{"_id": v.Sample}, bson.M{"$set": bson.M{"value": v.Value}}, options.UpdateOne().SetUpsert(true))
	if err != nil {
		return err
	}
	_, err = l.readings.DeleteMany(ctx, bson.M{"probe": v.Probe, "value": bson.M{"$lt": 0}})
	return err
}
