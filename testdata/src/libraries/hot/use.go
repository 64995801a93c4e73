package use

import (
	"time"

	"github.com/samber/hot"
)

type inbox struct {
	seen *hot.HotCache[string, bool]
}

func newInbox() *inbox {
	return &inbox{seen: hot.NewHotCache[string, bool](hot.LRU, 10_000).WithTTL(time.Hour).Build()}
}

func (b *inbox) handle(id string, work func() error) error {
	if b.seen.Has(id) { // is: guard check
		return nil
	}
	b.seen.SetWithTTL(id, true, 10*time.Minute) // is: guard mark
	if err := work(); err != nil {
		b.seen.Delete(id) // is: guard release
		return err
	}
	b.seen.Set(id, true) // is: guard mark
	return nil
}

func state(b *inbox, id string) (bool, error) {
	done, found, err := b.seen.Get(id) // is: guard check
	return done && found, err
}
