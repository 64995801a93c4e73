package use

import (
	"context"

	"github.com/twmb/franz-go/pkg/kgo"
)

func run(ctx context.Context, client *kgo.Client) {
	fetches := client.PollFetches(ctx)       // is: receive kafka
	fetches.EachRecord(func(r *kgo.Record) { // is: handler kafka, arg fn; message franz-go
		client.MarkCommitRecords(r) // is: ack ack
	})
	client.CommitUncommittedOffsets(ctx)   // is: ack commit
	client.ProduceSync(ctx, &kgo.Record{}) // is: effect publish, publish, key in header Event-Id
}
