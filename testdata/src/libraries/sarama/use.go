package use

import "github.com/IBM/sarama"

type consumer struct{}

func (consumer) Setup(sarama.ConsumerGroupSession) error   { return nil } // is: message sarama
func (consumer) Cleanup(sarama.ConsumerGroupSession) error { return nil } // is: message sarama
func (consumer) ConsumeClaim(session sarama.ConsumerGroupSession, claim sarama.ConsumerGroupClaim) error { // is: message sarama
	for m := range claim.Messages() { // is: receive kafka
		session.MarkMessage(m, "") // is: ack ack
	}
	session.Commit() // is: ack commit
	return nil
}

func run(group sarama.ConsumerGroup, producer sarama.SyncProducer) {
	group.Consume(nil, nil, consumer{})             // is: handler kafka, arg handler
	producer.SendMessage(&sarama.ProducerMessage{}) // is: effect publish, publish, key in header Event-Id
}

func handle(m *sarama.ConsumerMessage) {} // is: delivery kafka; message sarama
