package use

import (
	"time"

	"github.com/dgraph-io/ristretto/v2"
)

func newSeen() (*ristretto.Cache[string, bool], error) {
	return ristretto.NewCache(&ristretto.Config[string, bool]{NumCounters: 1e6, MaxCost: 1e5, BufferItems: 64})
}

func handle(seen *ristretto.Cache[string, bool], id string, work func() error) error {
	if _, ok := seen.Get(id); ok { // is: guard check
		return nil
	}
	seen.SetWithTTL(id, true, 1, time.Hour) // is: guard mark
	err := work()
	if err != nil {
		seen.Del(id) // is: guard release
	}
	return err
}
