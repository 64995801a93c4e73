package use

import mapset "github.com/deckarep/golang-set/v2"

func run(seen mapset.Set[string], id string) bool {
	if seen.Contains(id) { // is: guard check
		return false
	}
	return seen.Add(id) // is: guard claim
}
