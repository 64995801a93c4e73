package use

import (
	"context"

	"github.com/avito-tech/go-transaction-manager/trm/v2"
	"github.com/avito-tech/go-transaction-manager/trm/v2/manager"
)

func run(ctx context.Context, m *manager.Manager, tx trm.Manager, work func(context.Context) error) error {
	if err := m.Do(ctx, work); err != nil { // is: transaction run
		return err
	}
	return tx.Do(ctx, work) // is: transaction run
}
