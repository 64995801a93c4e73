package use

import (
	"time"

	"github.com/Yiling-J/theine-go"
)

func newSeen() (*theine.Cache[string, bool], error) {
	return theine.NewBuilder[string, bool](10_000).Build()
}

func handle(seen *theine.Cache[string, bool], id string, work func() error) error {
	if _, ok := seen.Get(id); ok { // is: guard check
		return nil
	}
	seen.SetWithTTL(id, true, 1, time.Hour) // is: guard mark
	err := work()
	if err != nil {
		seen.Delete(id) // is: guard release
	}
	return err
}
