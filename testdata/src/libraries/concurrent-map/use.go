package use

import cmap "github.com/orcaman/concurrent-map/v2"

var seen = cmap.New[bool]()

func handle(id string, work func() error) error {
	if !seen.SetIfAbsent(id, true) { // is: guard claim
		return nil
	}
	err := work()
	if err != nil {
		seen.Remove(id) // is: guard release
	}
	return err
}

func done(id string) bool {
	if !seen.Has(id) { // is: guard check
		return false
	}
	v, ok := seen.Get(id) // is: guard check
	return ok && v
}
