package use

import "github.com/nsqio/go-nsq"

func run(c *nsq.Consumer, p *nsq.Producer) {
	c.AddHandler(nsq.HandlerFunc(handle)) // is: handler nsq, arg handler; handler nsq
	p.Publish("orders", nil)              // is: effect publish, publish
}

func handle(m *nsq.Message) error { // is: message nsq
	m.Finish()    // is: ack ack
	m.Requeue(-1) // is: ack requeue
	return nil
}
