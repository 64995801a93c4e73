package use

import (
	"context"

	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"
)

func run(ctx context.Context, client *opensearchapi.Client) error {
	res, err := client.Bulk(ctx, opensearchapi.BulkReq{Index: "orders"}) // is: effect index, write; failures Errors, Items
	if err != nil || res.Errors {
		return err
	}
	_, err = client.Index(ctx, opensearchapi.IndexReq{Index: "orders", DocumentID: "7"}) // is: effect index, call, key in field DocumentID
	return err
}
