package use

import (
	"time"

	"github.com/jellydator/ttlcache/v3"
)

func run(seen *ttlcache.Cache[string, bool], id string) {
	if seen.Has(id) { // is: guard check
		return
	}
	if _, found := seen.GetOrSet(id, true); found { // is: guard claim
		return
	}
	seen.Set(id, true, time.Hour) // is: guard mark
	seen.Delete(id)               // is: guard release
}
