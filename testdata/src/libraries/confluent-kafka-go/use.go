//go:build cgo

package use

import "github.com/confluentinc/confluent-kafka-go/v2/kafka"

func consume(handle func(key, value []byte) error) error {
	consumer, err := kafka.NewConsumer(&kafka.ConfigMap{
		"bootstrap.servers":  "localhost",
		"group.id":           "billing",
		"enable.auto.commit": false,
	})
	if err != nil {
		return err
	}
	defer consumer.Close()
	for {
		msg, err := consumer.ReadMessage(-1) // is: receive kafka
		if err != nil {
			return err
		}
		if err := handle(msg.Key, msg.Value); err != nil { // is: business
			return err
		}
		if _, err := consumer.CommitMessage(msg); err != nil { // is: ack commit
			return err
		}
	}
}

func announce(producer *kafka.Producer, topic, order string, data []byte) error {
	return producer.Produce(&kafka.Message{ // is: effect publish, publish, key in header Event-Id
		TopicPartition: kafka.TopicPartition{Topic: &topic, Partition: int32(kafka.PartitionAny)},
		Key:            []byte(order),
		Value:          data,
		Headers:        []kafka.Header{{Key: "event-id", Value: []byte(order)}},
	}, nil)
}
