package use

import (
	"time"

	"github.com/karlseguin/ccache/v3"
)

type inbox struct {
	seen *ccache.Cache[bool]
}

func newInbox() *inbox {
	return &inbox{seen: ccache.New(ccache.Configure[bool]().MaxSize(10_000))}
}

// handle forgets what it has seen where the work fails.
func (b *inbox) handle(id string, work func() error) error {
	if item := b.seen.Get(id); item != nil && !item.Expired() { // is: guard check
		return nil
	}
	b.seen.Set(id, true, time.Hour) // is: guard mark
	err := work()
	if err != nil {
		b.seen.Delete(id) // is: guard release
	}
	return err
}
