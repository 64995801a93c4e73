package use

import "github.com/maypok86/otter/v2"

func newSeen() *otter.Cache[string, bool] {
	return otter.Must(&otter.Options[string, bool]{MaximumSize: 10_000})
}

func handle(seen *otter.Cache[string, bool], id string, work func() error) error {
	if _, inserted := seen.SetIfAbsent(id, true); !inserted { // is: guard claim
		return nil
	}
	err := work()
	if err != nil {
		seen.Invalidate(id) // is: guard release
	}
	return err
}

func done(seen *otter.Cache[string, bool], id string) bool {
	v, ok := seen.GetIfPresent(id) // is: guard check
	return ok && v
}
