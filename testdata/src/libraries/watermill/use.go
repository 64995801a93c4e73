package use

import "github.com/ThreeDotsLabs/watermill/message"

func run(router *message.Router, sub message.Subscriber, pub message.Publisher) {
	router.AddNoPublisherHandler("orders", "orders", sub, handle) // is: handler watermill, arg handlerFunc
	router.AddConsumerHandler("orders", "orders", sub, handle)    // is: handler watermill, arg handlerFunc
	pub.Publish("orders", message.NewMessage("id", nil))          // is: effect publish, publish, key in header Event-Id or field UUID
}

func handle(m *message.Message) error { // is: delivery watermill; message watermill
	m.Ack() // is: ack ack
	return nil
}
