package model

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/catalog"
	"github.com/idemlint/idemlint/internal/replay"
)

// This file reads the little programs that run inside a store, as far as they
// guard something. A script runs alone, so what it asks and what it sets is one
// step.

var (
	setsOnce  = regexp.MustCompile(`(?i)['"](setnx|hsetnx)['"]|['"]nx['"]`)
	asksFirst = regexp.MustCompile(`(?is)['"](exists|get)['"].*['"](set|setex|psetex)['"]`)
	takesOff  = regexp.MustCompile(`(?i)['"](del|unlink)['"]`)
	lifetime  = regexp.MustCompile(`(?i)['"](ex|px)['"]\s*,\s*['"]?(\d+|ARGV\[(\d+)\])`)
)

// scriptKind is what a script does to the record it is given; false if it is
// none of a guard's steps.
func scriptKind(text string) (replay.Kind, bool) {
	switch {
	case setsOnce.MatchString(text), asksFirst.MatchString(text) && !takesOff.MatchString(text):
		return replay.Claim, true
	case takesOff.MatchString(text):
		return replay.Release, true
	}
	return 0, false
}

// guardKind is the step a guard's call is; false if that is not known.
func (x *explorer) guardKind(fr *frame, n *Node, g *catalog.GuardSpec) (replay.Kind, bool) {
	switch g.Does {
	case "claim":
		return replay.Claim, true
	case "check":
		return replay.Check, true
	case "mark":
		return replay.Mark, true
	case "release":
		return replay.Release, true
	case "expire":
		return replay.Wait, true
	case "script":
		if v, ok := x.role(fr, n, g.Script); ok {
			return scriptKind(strings.Join(programs(v, 0), "\n"))
		}
	}
	return 0, false
}

// guardLasts is how long the record a guard's call writes is kept, 0 where
// nothing ends it or it is not known.
func (x *explorer) guardLasts(fr *frame, n *Node, g *catalog.GuardSpec) time.Duration {
	if g.Does == "script" {
		return x.scriptLasts(fr, n, g)
	}
	if ttl, ok := x.role(fr, n, g.TTL); ok {
		return durationOf(ttl) * unitOf(g)
	}
	return 0
}

// endlessCall reports whether a guard's call gives its record no lifetime.
func (x *explorer) endlessCall(fr *frame, n *Node, g *catalog.GuardSpec) bool {
	ttl, ok := x.role(fr, n, g.TTL)
	if !ok {
		return g.TTL == "" && g.Does != "script"
	}
	ts := texts(ttl)
	return len(ts) == 1 && ts[0] == "0" || ttl.op == OpZero
}

func (x *explorer) scriptLasts(fr *frame, n *Node, g *catalog.GuardSpec) time.Duration {
	v, _ := x.role(fr, n, g.Script)
	for _, text := range programs(v, 0) {
		m := lifetime.FindStringSubmatch(text)
		if m == nil {
			continue
		}
		unit := time.Second
		if strings.EqualFold(m[1], "px") {
			unit = time.Millisecond
		}
		if m[3] == "" {
			count, _ := strconv.Atoi(m[2])
			return time.Duration(count) * unit
		}
		if i, err := strconv.Atoi(m[3]); err == nil && len(n.Args) > 0 {
			return durationOf(x.k.w.elem(fr.eval(n.Args[len(n.Args)-1]), "["+itoa(i-1)+"]")) * unit
		}
	}
	return 0
}

// programs are the texts in a value, or in the call that made it.
func programs(x *Val, depth int) []string {
	x = x.force()
	if depth > 6 {
		return nil
	}
	if out := texts(x); len(out) > 0 {
		return out
	}
	var out []string
	switch x.op {
	case OpCall:
		if n := x.callNode(); n.Op == OpCall {
			for _, a := range n.Args {
				out = append(out, programs(x.fr.eval(a), depth+1)...)
			}
		}
	case OpObj:
		out = programs(x.obj.base, depth+1)
		for _, p := range x.obj.puts {
			if len(p.path) == 0 && !p.opaque() {
				out = append(out, programs(p.value(), depth+1)...)
			}
		}
	case OpIface, OpAlt:
		for _, a := range x.args {
			out = append(out, programs(a, depth+1)...)
		}
	}
	return out
}
