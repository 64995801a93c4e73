// Package rows makes the ids of the rows it writes.
package rows

import (
	"context"
	"database/sql"
	"encoding/json"
	"time"

	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/google/uuid"
	amqp "github.com/rabbitmq/amqp091-go"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
	"gorm.io/gorm"
)

type walked struct {
	Walk    string `json:"walk"`
	Booking string `json:"booking"`
	Dog     string `json:"dog"`
}

// Walk is a row whose id the program makes.
type Walk struct {
	ID  string `gorm:"primaryKey"`
	Dog string
}

// Stay is unique by its booking.
type Stay struct {
	ID      string `gorm:"primaryKey"`
	Booking string `gorm:"uniqueIndex"`
}

type store struct {
	db     *sql.DB
	gorm   *gorm.DB
	walks  *mongo.Collection
	dynamo *dynamodb.Client
}

// Consume handles walks.
func (s *store) Consume(ctx context.Context, ds <-chan amqp.Delivery) {
	for d := range ds {
		var w walked
		if err := json.Unmarshal(d.Body, &w); err != nil {
			d.Reject(false)
			continue
		}
		if err := s.save(ctx, w); err != nil {
			d.Nack(false, true)
			continue
		}
		if err := s.saveOnce(ctx, w); err != nil {
			d.Nack(false, true)
			continue
		}
		d.Ack(false)
	}
}

func (s *store) save(ctx context.Context, w walked) error {
	_, err := s.db.ExecContext(ctx, `INSERT INTO walks (id, dog, started) VALUES ($1, $2, $3)`, uuid.New(), w.Dog, time.Now()) // want IDM003 "write s.db.ExecContext" "column id" "uuid.New"
	if err != nil {
		return err
	}
	if err := s.gorm.Create(&Walk{ID: uuid.NewString(), Dog: w.Dog}).Error; err != nil { // want IDM003 "write s.gorm.Create" "column id" "uuid.NewString"
		return err
	}
	if _, err := s.walks.InsertOne(ctx, bson.M{"_id": bson.NewObjectID(), "dog": w.Dog}); err != nil { // want IDM003 "write s.walks.InsertOne" "column _id" "bson.NewObjectID"
		return err
	}
	_, err = s.dynamo.PutItem(ctx, &dynamodb.PutItemInput{ // want IDM003 "write s.dynamo.PutItem" "uuid.NewString"
		Item: map[string]types.AttributeValue{"id": &types.AttributeValueMemberS{Value: uuid.NewString()}},
	})
	return err
}

func (s *store) saveOnce(ctx context.Context, w walked) error {
	// A new id, and a new time, beside what is unique.
	_, err := s.db.ExecContext(ctx, `INSERT INTO kennels (id, booking, dog) VALUES ($1, $2, $3) ON CONFLICT (booking) DO NOTHING`, uuid.New(), w.Booking, w.Dog)
	if err != nil {
		return err
	}
	if err := s.gorm.Create(&Stay{ID: uuid.NewString(), Booking: w.Booking}).Error; err != nil {
		return err
	}
	if _, err := s.db.ExecContext(ctx, `INSERT INTO walks (id, dog, started) VALUES ($1, $2, $3)`, w.Walk, w.Dog, time.Now()); err != nil {
		return err
	}
	if _, err := s.walks.InsertOne(ctx, bson.M{"_id": w.Walk, "seen": time.Now()}); err != nil {
		return err
	}
	_, err = s.dynamo.PutItem(ctx, &dynamodb.PutItemInput{
		Item: map[string]types.AttributeValue{
			"id":    &types.AttributeValueMemberS{Value: w.Walk},
			"trace": &types.AttributeValueMemberS{Value: uuid.NewString()},
		},
	})
	return err
}
