package use

import "sync"

func run(seen *sync.Map, id string) {
	if _, loaded := seen.LoadOrStore(id, true); loaded { // is: guard claim
		return
	}
	if _, ok := seen.Load(id); !ok { // is: guard check
		seen.Store(id, true) // is: guard mark
	}
	seen.CompareAndSwap(id, "open", "done") // is: guard claim
	seen.Delete(id)                         // is: guard release
}
