package use

import (
	"context"

	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/bson/primitive"
	"go.mongodb.org/mongo-driver/mongo"
	"go.mongodb.org/mongo-driver/mongo/options"
)

func record(ctx context.Context, payments *mongo.Collection, order string) error {
	id, err := primitive.ObjectIDFromHex(order) // is: key derived
	if err != nil {
		id = primitive.NewObjectID() // is: key fresh
	}
	_, err = payments.InsertOne(ctx, bson.M{"_id": id, "order": order}) // is: effect db, insert
	return err
}

func count(ctx context.Context, stock *mongo.Collection, sku string) error {
	_, err := stock.UpdateOne(ctx, bson.M{"sku": sku}, bson.M{"$inc": bson.M{"n": -1}}, options.Update().SetUpsert(true)) // is: effect db, update
	return err
}
