package use

import (
	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/hashicorp/golang-lru/v2/expirable"
)

func run(seen *lru.Cache[string, bool], recent *expirable.LRU[string, bool], id string) {
	if ok, _ := seen.ContainsOrAdd(id, true); ok { // is: guard claim
		return
	}
	if recent.Contains(id) { // is: guard check
		return
	}
	recent.Add(id, true) // is: guard mark
	seen.Remove(id)      // is: guard release
}
