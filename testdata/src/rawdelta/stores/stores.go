// Package stores changes levels in stores without tables.
package stores

import (
	"context"
	"encoding/json"
	"fmt"
	"strconv"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb/types"
	"github.com/redis/go-redis/v9"
	"github.com/segmentio/kafka-go"
	"go.mongodb.org/mongo-driver/v2/bson"
	"go.mongodb.org/mongo-driver/v2/mongo"
)

type scored struct {
	Goal  string `json:"goal"`
	Team  string `json:"team"`
	Total int    `json:"total"`
}

type table struct {
	redis  *redis.Client
	teams  *mongo.Collection
	dynamo *dynamodb.Client
}

// Run handles goals.
func (t *table) Run(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.FetchMessage(ctx)
		if err != nil {
			return err
		}
		var s scored
		if err := json.Unmarshal(m.Value, &s); err != nil {
			return err
		}
		if err := t.add(ctx, s); err != nil {
			// Counts what it is meant to count, each delivery.
			t.redis.Incr(ctx, fmt.Sprintf("goals:attempts:%d:%d", m.Partition, m.Offset))
			t.redis.HIncrBy(ctx, "goals:attempts:"+s.Team, strconv.FormatInt(m.Offset, 10), 1) // want IDM008 "t.redis.HIncrBy"
			return err
		}
		if err := t.put(ctx, s); err != nil {
			return err
		}
		if err := r.CommitMessages(ctx, m); err != nil {
			return err
		}
	}
}

func (t *table) add(ctx context.Context, s scored) error {
	if err := t.redis.Incr(ctx, "goals:"+s.Team).Err(); err != nil { // want IDM008 "t.redis.Incr" "stores.(*table).Run"
		return err
	}
	if err := t.redis.HIncrBy(ctx, "goals", s.Team, 1).Err(); err != nil { // want IDM008 "t.redis.HIncrBy"
		return err
	}
	if err := t.redis.RPush(ctx, "feed", s.Goal).Err(); err != nil { // want IDM008 "t.redis.RPush"
		return err
	}
	if _, err := t.teams.UpdateOne(ctx, bson.M{"_id": s.Team}, bson.M{"$inc": bson.M{"goals": 1}}); err != nil { // want IDM008 "t.teams.UpdateOne"
		return err
	}
	_, err := t.teams.UpdateByID(ctx, s.Team, bson.D{{Key: "$push", Value: bson.D{{Key: "feed", Value: s.Goal}}}}) // want IDM008 "t.teams.UpdateByID"
	return err
}

func (t *table) put(ctx context.Context, s scored) error {
	if err := t.redis.Set(ctx, "goals:"+s.Team, s.Total, 0).Err(); err != nil {
		return err
	}
	if err := t.redis.SAdd(ctx, "scored:"+s.Team, s.Goal).Err(); err != nil {
		return err
	}
	if _, err := t.teams.UpdateOne(ctx, bson.M{"_id": s.Team}, bson.M{"$addToSet": bson.M{"goals": s.Goal}}); err != nil {
		return err
	}
	_, err := t.teams.UpdateOne(ctx, bson.M{"_id": s.Team, "seen": bson.M{"$ne": s.Goal}},
		bson.M{"$inc": bson.M{"goals": 1}, "$push": bson.M{"seen": s.Goal}})
	if err != nil {
		return err
	}
	_, err = t.dynamo.UpdateItem(ctx, &dynamodb.UpdateItemInput{
		Key:                 map[string]types.AttributeValue{"team": &types.AttributeValueMemberS{Value: s.Team}},
		UpdateExpression:    aws.String("ADD goals :one SET last = :goal"),
		ConditionExpression: aws.String("last <> :goal"),
	})
	return err
}
