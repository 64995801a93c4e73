package use

import (
	"github.com/puzpuzpuz/xsync/v3"
	v4 "github.com/puzpuzpuz/xsync/v4"
)

func run(old *xsync.MapOf[string, bool], seen *v4.Map[string, bool], id string) {
	if _, loaded := old.LoadOrStore(id, true); loaded { // is: guard claim
		return
	}
	if _, loaded := seen.LoadOrStore(id, true); loaded { // is: guard claim
		return
	}
	seen.Delete(id) // is: guard release
}
