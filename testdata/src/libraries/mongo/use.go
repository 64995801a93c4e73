package use

import (
	"context"

	"go.mongodb.org/mongo-driver/v2/mongo"
)

func run(ctx context.Context, c *mongo.Collection, s *mongo.Session) {
	c.InsertOne(ctx, nil)                                                              // is: effect db, insert
	c.UpdateOne(ctx, nil, nil)                                                         // is: effect db, update
	c.ReplaceOne(ctx, nil, nil)                                                        // is: effect db, set
	c.DeleteOne(ctx, nil)                                                              // is: effect db, delete, natural
	s.WithTransaction(ctx, func(ctx context.Context) (any, error) { return nil, nil }) // is: transaction run
}
