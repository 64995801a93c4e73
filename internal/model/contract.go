package model

import (
	"slices"
	"strconv"
	"strings"

	"github.com/idemlint/idemlint/internal/finding"
)

// A Contract is what a handler promises, as the team wrote it down:
//
//	//idemlint:contract key=order_id dlq=orders-dlq max-receives=5 owner=payments-oncall
type Contract struct {
	Place       finding.Place
	Keys        []string // fields that every key is made from
	DeadLetter  string   // the queue that what keeps failing goes to
	MaxReceives int      // 0 where nothing is said
	Owner       string   // who looks at the dead letters
	// Problems say what is wrong with the line itself.
	Problems []string
}

// Contract returns the handler's contract, nil where it has none.
func (h *Handler) Contract() *Contract { return h.contract }

// ContractDemanded reports whether every handler has to have a contract.
func ContractDemanded() bool {
	optionsMu.Lock()
	defer optionsMu.Unlock()
	return options.RequireContract
}

// contractOf finds the contract at one of a handler's roots.
func (w *world) contractOf(roots ...*root) *Contract {
	var best *finding.Directive
	for _, sum := range w.sums {
		for i := range sum.Directives {
			d := &sum.Directives[i]
			if d.Kind != finding.Contract || !slices.ContainsFunc(roots, func(r *root) bool { return governs(*d, r) }) {
				continue
			}
			if best == nil || d.To-d.From < best.To-best.From {
				best = d
			}
		}
	}
	if best == nil {
		return nil
	}
	return readContract(best)
}

var terms = []string{"key", "dlq", "max-receives", "owner"}

func readContract(d *finding.Directive) *Contract {
	c := &Contract{Place: finding.Place{File: d.File, Line: d.Line, Column: d.Column, Note: "the contract"}}
	for _, arg := range d.Args {
		term, value, _ := strings.Cut(arg, "=")
		switch term {
		case "key":
			c.Keys = strings.Split(value, ",")
		case "dlq":
			c.DeadLetter = value
		case "owner":
			c.Owner = value
		case "max-receives":
			n, err := strconv.Atoi(value)
			if err != nil || n < 1 {
				c.Problems = append(c.Problems, "max-receives="+value+" is no number of deliveries")
			}
			c.MaxReceives = n
		default:
			c.Problems = append(c.Problems, term+" is no term of a contract (there are "+strings.Join(terms, ", ")+")")
		}
	}
	return c
}

// Keeps reports whether a key is made from the fields the contract names, as far
// as that can be told: true where it cannot.
func (c *Contract) Keeps(k Key) bool {
	if len(c.Keys) == 0 || !k.Given || k.Class != Business && k.Class != Constant || k.Class == Business && !k.legible() {
		return true
	}
	for _, want := range c.Keys {
		if !slices.ContainsFunc(k.Origin.Ways, func(m Mixture) bool {
			return slices.ContainsFunc(m.Sources, func(s SourceRef) bool { return sameField(lastPart(s.Name), want) })
		}) {
			return false
		}
	}
	return true
}

// sameField compares the name of a field in Go with one in a message.
func sameField(a, b string) bool {
	plain := func(s string) string {
		return strings.ToLower(strings.NewReplacer("_", "", "-", "", ".", "").Replace(s))
	}
	return plain(a) == plain(b)
}

// Parts names what a key is made of, for messages.
func (k Key) Parts() string {
	var names []string
	for _, m := range k.Origin.Ways {
		for _, s := range m.Sources {
			if name := lastPart(s.Name); !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	if len(names) == 0 {
		return "a constant"
	}
	return strings.Join(names, " and ")
}
