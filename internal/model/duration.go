package model

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/idemlint/idemlint/internal/finding"
)

// A Duration is how long one delivery may take at worst, from its receipt to its
// ack. It adds up what is known, and what is not known adds nothing: the true
// worst case is at least as long.
type Duration struct {
	Parts []Part // the longest first
	Total time.Duration
	// Unbounded is set where a part has no limit.
	Unbounded bool
	// Assumed is set where a part rests on a default of the configuration, or on
	// one of several values.
	Assumed bool
}

// A Part is one addend of a Duration.
type Part struct {
	Call      string // as written: e.http.Do
	Each      time.Duration
	Times     int
	Unbounded bool
	Why       string // where the limit comes from: stripe default
	Place     finding.Place
	Assumed   bool
}

func (p Part) total() time.Duration { return p.Each * time.Duration(p.Times) }

// String is the part as an addend: "3 × 80 s (stripe default)".
func (p Part) String() string {
	if p.Unbounded {
		return fmt.Sprintf("unbounded time (%s has %s)", p.Call, p.Why)
	}
	text := Seconds(p.Each)
	if p.Times > 1 {
		text = fmt.Sprintf("%d × %s", p.Times, text)
	}
	return fmt.Sprintf("%s (%s)", text, p.Why)
}

// maxAddends bounds the parts a sum shows; the others are one addend.
const maxAddends = 4

// Sum is the sum as it is written: "3 × 80 s (stripe default) + 5 s (time.Sleep) =
// 245 s". Of what has no limit only that is said.
func (d Duration) Sum() string {
	var texts []string
	rest := time.Duration(0)
	for _, p := range d.Parts {
		switch {
		case d.Unbounded && !p.Unbounded:
		case d.Unbounded && len(texts) > 0:
		case len(texts) == maxAddends:
			rest += p.total()
		default:
			texts = append(texts, p.String())
		}
	}
	if rest > 0 {
		texts = append(texts, Seconds(rest)+" (other calls)")
	}
	sum := strings.Join(texts, " + ")
	if len(d.Parts) > 1 && !d.Unbounded {
		sum += " = " + Seconds(d.Total)
	}
	return sum
}

// Seconds is a duration as people write it in messages: 45 s, 2 min, 1.5 s.
func Seconds(d time.Duration) string {
	switch {
	case d >= 2*time.Hour && d%time.Hour == 0:
		return fmt.Sprintf("%d h", d/time.Hour)
	case d >= 2*time.Minute && d%time.Minute == 0:
		return fmt.Sprintf("%d min", d/time.Minute)
	case d >= time.Second:
		return strconv.FormatFloat(d.Seconds(), 'f', -1, 64) + " s"
	case d >= time.Millisecond && d%time.Millisecond == 0:
		return fmt.Sprintf("%d ms", d/time.Millisecond)
	}
	return fmt.Sprintf("%d ns", d)
}

// span is a part on a path, with the contexts that end it.
type span struct {
	Part
	until []deadline
	// beside is set for what goes on at the same time as the rest, pause for what
	// stands between two turns of a loop rather than in each.
	beside, pause bool
}

// way is what happens on a path from a point on.
type way struct {
	spans []span
	// goes is set where a call or an ack follows, so that a pause before it
	// matters.
	goes bool
	// acked is set where an ack ends the path, settles where one ends some path.
	acked, settles bool
}

func (r way) total() time.Duration { return total(r.ended()) }

// ended are the spans as all their contexts end them.
func (r way) ended() []span { return seal(r.spans, func(deadline) bool { return true }) }

// total adds up spans; more than for ever is for ever.
func total(spans []span) time.Duration {
	sum := time.Duration(0)
	for _, s := range spans {
		if s.Each > forEver/time.Duration(s.Times) {
			return forEver
		}
		sum = min(forEver, sum+s.Each*time.Duration(s.Times))
	}
	return sum
}

// seal applies deadlines: what a context was given to takes no longer, all
// together, than the context lasts.
func seal(spans []span, which func(deadline) bool) []span {
	var ends []deadline
	for _, s := range spans {
		for _, d := range s.until {
			if which(d) && !slices.Contains(ends, d) {
				ends = append(ends, d)
			}
		}
	}
	slices.SortStableFunc(ends, func(a, b deadline) int { return int(min(max(a.after-b.after, -1), 1)) })
	for _, d := range ends {
		spans = d.end(spans)
	}
	return spans
}

// end replaces the spans that a deadline ends by one, if they would last longer.
func (d deadline) end(spans []span) []span {
	var inside, out []span
	at := -1
	for _, s := range spans {
		if !slices.Contains(s.until, d) {
			out = append(out, s)
			continue
		}
		if at < 0 {
			at = len(out)
		}
		s.until = slices.DeleteFunc(slices.Clone(s.until), func(o deadline) bool { return o == d })
		inside = append(inside, s)
	}
	if total(inside) > d.after {
		first := inside[0]
		for _, s := range inside[1:] {
			first.until = slices.DeleteFunc(slices.Clone(first.until), func(o deadline) bool { return !slices.Contains(s.until, o) })
		}
		first.Each, first.Times, first.Unbounded, first.Why = d.after, 1, false, "deadline of its context"
		inside = []span{first}
	}
	return slices.Insert(out, at, inside...)
}

// timer adds up the time of one handler.
type timer struct {
	w *world
	// only is the activation the handler is, where its delivery is handed on;
	// others are the functions it is handed on to, handlers of their own.
	only   *frame
	others map[*Fn]bool
	root   *root
	steps  int
	depth  int
}

const (
	maxTimed      = 20000 // events looked at per handler
	maxTimedDepth = 20
)

// base is the walk in which the deliveries of a handler are received, and the
// activation of the handler in it where it is handed them by value.
func (k *walker) base() (at *walker, only *frame) {
	at = k
	for at.root.recv == nil && at.parent != nil {
		if only == nil {
			only = at.root.frame
		}
		at = at.parent
	}
	return at, only
}

// newTimer prepares to add up the time of a handler.
func (k *walker) newTimer() *timer {
	at, only := k.base()
	t := &timer{w: k.w, only: only, others: map[*Fn]bool{}, root: at.root}
	for _, c := range at.all() {
		if c.root.recv == nil && c != at {
			t.others[c.root.fn] = true
		}
	}
	k.w.leased = map[*Fn]bool{}
	if spec := at.root.spec; spec != nil && spec.Context == "lease" {
		k.w.leased[k.root.fn], k.w.leased[at.root.fn] = true, true
	}
	return t
}

// duration adds up the time of one delivery in an activation of the function
// that receives it.
func (t *timer) duration(fr *frame) Duration {
	t.steps = 0
	r := t.of(fr, t.root.recv, t.root.spec != nil && t.root.spec.Ack == "return")
	r.spans = t.streamed(fr, r.spans)
	d := Duration{Total: r.total()}
	for _, s := range r.ended() {
		d.add(s.Part)
	}
	slices.SortStableFunc(d.Parts, func(a, b Part) int { return cmp.Compare(b.total(), a.total()) })
	return d
}

// streamed are the spans of all messages of a batch that comes out of a channel,
// one after another.
func (t *timer) streamed(fr *frame, spans []span) []span {
	if t.root.recv == nil || t.root.recv.Chan == 0 {
		return spans
	}
	n := t.w.streamOf(fr.eval(t.root.recv.Chan), 0)
	if n.n < 2 {
		return spans
	}
	loop := map[int32]bool{t.root.recv.Block: true}
	for _, b := range t.root.recv.Blocks {
		loop[b] = true
	}
	c := &course{timer: t, fr: fr, flow: fr.fn.Flow}
	out := slices.Clone(seal(spans, func(d deadline) bool { return c.madeIn(d, loop) }))
	for i := range out {
		if !out[i].beside {
			out[i].Times, out[i].Assumed = min(out[i].Times*int(n.n), maxTimes), out[i].Assumed || n.assumed
		}
	}
	return out
}

// A variant is a handler as one caller of the function that receives runs it:
// with its own queue and its own clients.
type variant struct {
	duration Duration
	lease    Lease           // what the receive says of it
	places   []finding.Place // of what goes into the receive
}

// maxVariants bounds the callers that are looked at one by one.
const maxVariants = 16

// variants are the handler's variants; one where it is not known who calls, or
// where that makes no difference.
func (k *walker) variants() []variant {
	at, _ := k.base()
	t := k.newTimer()
	var frames []*frame
	if at.root.recv != nil && at.root.frame.args == nil {
		for _, s := range k.w.uses().callers[at.root.fn.ID] {
			if s.fn != at.root.fn {
				frames = append(frames, k.w.frame(at.root.fn, k.w.root(s.fn).laterAll(s.fn.Nodes[s.val].Args), nil, nil))
			}
		}
	}
	if len(frames) < 2 || len(frames) > maxVariants {
		frames = []*frame{at.root.frame}
	}
	var out []variant
	for _, fr := range frames {
		out = append(out, variant{duration: t.duration(fr), lease: k.leaseIn(fr), places: k.receivedWith(fr)})
	}
	return out
}

// receivedWith lists the places of what a receive is given.
func (k *walker) receivedWith(fr *frame) []finding.Place {
	at, _ := k.base()
	if at.root.recv == nil {
		return nil
	}
	var out []finding.Place
	for _, v := range []V{at.root.recv.Node, at.root.recv.Chan} {
		if receive := k.w.receiveOf(fr.eval(v), 0); v != 0 && receive != nil {
			for _, a := range receive.callNode().Args {
				out = placesIn(receive.fr.eval(a), out, map[*Val]bool{}, 0)
			}
		}
	}
	return out
}

// placesIn lists where the parts of a value come from.
func placesIn(x *Val, out []finding.Place, seen map[*Val]bool, depth int) []finding.Place {
	x = x.force()
	if depth > maxNested || seen[x] {
		return out
	}
	seen[x] = true
	if x.place.IsValid() {
		out = append(out, x.place)
	}
	for _, a := range x.args {
		out = placesIn(a, out, seen, depth+1)
	}
	if x.op == OpObj {
		out = placesIn(x.obj.base, out, seen, depth+1)
		for _, p := range x.obj.puts {
			if !p.opaque() {
				out = placesIn(p.value(), out, seen, depth+1)
			}
		}
	}
	return out
}

// add adds a part; what the same call adds several times is one addend.
func (d *Duration) add(p Part) {
	d.Unbounded = d.Unbounded || p.Unbounded
	d.Assumed = d.Assumed || p.Assumed
	for i := range d.Parts {
		if o := &d.Parts[i]; o.Call == p.Call && o.Each == p.Each && o.Why == p.Why && o.Unbounded == p.Unbounded {
			o.Times += p.Times
			return
		}
	}
	d.Parts = append(d.Parts, p)
}

// of is the longest way through a function, or through what it does with what it
// received; goes says whether something follows after it.
func (t *timer) of(fr *frame, recv *Receive, goes bool) way {
	if t.depth >= maxTimedDepth || t.steps > maxTimed || fr.fn.Flow == nil {
		return way{goes: goes}
	}
	t.depth++
	defer func() { t.depth-- }()
	c := &course{timer: t, fr: fr, recv: recv, flow: fr.fn.Flow, end: way{goes: goes}, turns: map[int32]turn{}}
	start := int32(0)
	if recv != nil {
		start = recv.Block
	}
	r, _ := c.from(start, scope{memo: map[int32]*way{}, head: -1})
	return r
}

// course looks for the longest way through one activation.
type course struct {
	*timer
	fr    *frame
	recv  *Receive
	flow  *Flow
	end   way // what follows after the function
	turns map[int32]turn
}

// scope is the part of a function a way may lead through.
type scope struct {
	loop map[int32]bool // nil for the whole function
	head int32          // of the loop
	memo map[int32]*way
	// again is set where the loop turns more than once.
	again bool
}

// turn is one turn of a loop, and how many there are.
type turn struct {
	once  way
	times int
	ok    bool
}

// inside reports whether a block belongs to what is looked at.
func (c *course) inside(b int32) bool {
	return c.recv == nil || slices.Contains(c.recv.Blocks, b)
}

// from is the longest way from the beginning of a block on; false if no way
// counts in the scope.
func (c *course) from(b int32, s scope) (way, bool) {
	if r, ok := s.memo[b]; ok {
		if r == nil {
			return way{}, false
		}
		return *r, true
	}
	s.memo[b] = nil
	r, ok := c.after(b, s)
	if !ok {
		return way{}, false
	}
	r = c.through(b, r)
	if t := c.turnOf(b, s); t.ok && t.times > 1 {
		r.spans = append(between(c.repeat(b, t.once.spans, t.times-1), r.spans), r.spans...)
	}
	s.memo[b] = &r
	return r, true
}

// after is the longest way from the end of a block on.
func (c *course) after(b int32, s scope) (way, bool) {
	blk := &c.flow.Blocks[b]
	var best way
	found, settles, around := false, false, false
	take := func(r way) {
		settles = settles || r.settles
		if !found || r.total() > best.total() || r.total() == best.total() && r.goes && !best.goes {
			best, found = r, true
		}
	}
	for _, to := range blk.Succs {
		switch {
		case s.loop != nil && to == s.head:
			take(way{goes: s.again})
			continue
		case s.loop != nil && !s.loop[to]:
			continue // leaves the loop
		case !c.inside(to):
			take(c.leaving(b, to, s, way{goes: c.end.goes}))
			continue
		case c.fr.fn.dominates(to, b):
			around = true // the turns of the loop count at its head
			continue
		}
		if r, ok := c.from(to, s); ok {
			take(c.leaving(b, to, s, r))
		}
	}
	if len(blk.Succs) == 0 && s.loop == nil {
		take(c.end)
	}
	if !found && around {
		take(way{}) // a loop without an end
	}
	best.settles = settles
	return best, found
}

// turnOf is the turn of the loop that a block is the head of, within a scope that
// is not the loop itself.
func (c *course) turnOf(head int32, s scope) turn {
	if s.loop != nil && head == s.head {
		return turn{}
	}
	if t, ok := c.turns[head]; ok {
		return t
	}
	c.turns[head] = turn{}
	loop := c.w.loop(c.fr.fn, head)
	if loop == nil || c.recv != nil && head == c.recv.Block {
		return turn{}
	}
	times, assumed := c.times(head, loop)
	once, ok := c.from(head, scope{loop: loop, head: head, memo: map[int32]*way{}, again: times > 1})
	if assumed && times > 1 {
		once.spans = slices.Clone(once.spans)
		for i := range once.spans {
			once.spans[i].Assumed = true
		}
	}
	c.turns[head] = turn{once: once, times: times, ok: ok}
	return c.turns[head]
}

// leaving puts the turn of a loop that a way from its head out of it leaves out
// before what follows.
func (c *course) leaving(from, to int32, s scope, next way) way {
	t := c.turnOf(from, s)
	if !t.ok || c.w.loop(c.fr.fn, from)[to] {
		return next
	}
	last := slices.DeleteFunc(slices.Clone(t.once.spans), func(s span) bool { return s.pause && t.times > 1 })
	next.spans = append(last, next.spans...)
	next.settles = next.settles || t.once.settles
	return next
}

// repeat is a turn of a loop taken several times; what a context made in the turn
// ends, it ends in each.
func (c *course) repeat(head int32, spans []span, times int) []span {
	loop := c.w.loop(c.fr.fn, head)
	out := slices.DeleteFunc(slices.Clone(seal(spans, func(d deadline) bool { return c.madeIn(d, loop) })), func(s span) bool { return s.beside })
	for i := range out {
		out[i].Times = min(out[i].Times*times, maxTimes)
	}
	return out
}

// between takes a pause off the turns before the last, if the last has it, too.
func between(turns, last []span) []span {
	for i := range turns {
		if turns[i].pause && slices.ContainsFunc(last, func(s span) bool { return s.pause && s.Place == turns[i].Place }) {
			turns[i].Times--
		}
	}
	return slices.DeleteFunc(turns, func(s span) bool { return s.Times == 0 })
}

// maxTimes bounds how often a call counts.
const maxTimes = 100000

// madeIn reports whether a context is made in a loop of the activation, or below
// it.
func (c *course) madeIn(d deadline, loop map[int32]bool) bool {
	if d.fr == c.fr {
		i := slices.IndexFunc(c.flow.Calls, func(fc FlowCall) bool { return fc.Node == d.node })
		return i >= 0 && loop[c.flow.Calls[i].Def]
	}
	for up := d.fr.up; up != nil; up = up.up {
		if up == c.fr {
			return true
		}
	}
	return false
}

// through puts what happens in a block before what follows it.
func (c *course) through(b int32, r way) way {
	events := c.flow.Blocks[b].Events
	if c.recv != nil && b == c.recv.Block {
		events = events[c.behindReceive(events):]
	}
	for _, e := range slices.Backward(events) {
		if e.Kind == EventCall {
			if c.steps++; c.steps > maxTimed {
				return r
			}
			r = c.call(&c.flow.Calls[e.Call], r)
		}
	}
	return r
}

// behindReceive is the index of the event behind the receive.
func (c *course) behindReceive(events []Event) int {
	return 1 + slices.IndexFunc(events, func(e Event) bool { return e.Kind == EventCall && c.flow.Calls[e.Call].Node == c.recv.Node })
}

// call puts a call before what follows it.
func (c *course) call(fc *FlowCall, next way) way {
	switch {
	case fc.Map != NoMap:
		return next
	case fc.Fn == "time.Sleep" || fc.Fn == "time.After":
		return c.pause(fc, next)
	}
	n := &c.fr.fn.Nodes[fc.Node]
	if n.Op != OpCall {
		return next
	}
	if c.acks(fc, n) {
		return way{goes: true, acked: true, settles: true}
	}
	if t := c.w.timedCall(c.fr, n); t != nil && !fc.Go && !(n.Call.Narrow && len(c.fr.callees(fc.Node)) > 0) {
		return c.timed(n, c.w.limit(t), next)
	}
	inner, ok := c.entered(fc, n, next.goes)
	switch {
	case !ok:
		if n.Call.Effect != "" {
			next.goes = true
		}
		return next
	case fc.Go || handsOff(n.Call):
		if fc.Go && !inner.settles {
			return next // nobody waits for it
		}
		return beside(inner, next)
	case inner.acked && !fc.Defer:
		return inner
	}
	inner.acked = next.acked
	inner.spans = append(slices.Clone(inner.spans), next.spans...)
	inner.goes = inner.goes || next.goes
	inner.settles = inner.settles || next.settles
	return inner
}

// pause puts a pause before what follows it: nothing, if nothing does.
func (c *course) pause(fc *FlowCall, next way) way {
	n := &c.fr.fn.Nodes[fc.Node]
	if len(n.Args) == 0 || !next.goes || fc.Go {
		return next
	}
	d := c.w.number(c.fr.eval(n.Args[len(n.Args)-1]))
	if !d.ok || d.n <= 0 {
		return next
	}
	s := span{Part: Part{Call: fc.Fn, Each: time.Duration(d.n), Times: 1, Why: fc.Fn, Place: c.fr.fn.place(fc.Pos, ""), Assumed: d.assumed}, pause: true}
	next.spans = append([]span{s}, next.spans...)
	return next
}

// timedRun puts a call that waits for an answer before what follows it.
func (c *course) timed(n *Node, l limit, next way) way {
	next.goes = true
	if !l.known {
		return next
	}
	part := Part{Call: n.Call.label(), Each: l.each, Times: l.attempts, Unbounded: l.unbounded, Why: l.why, Place: c.fr.fn.place(n.Pos, ""), Assumed: l.assumed}
	spans := []span{{Part: part, until: l.until}}
	if l.wait > 0 && l.attempts > 1 {
		between := part
		between.Each, between.Times, between.Why = l.wait, l.attempts-1, "wait between attempts"
		spans = append(spans, span{Part: between, until: l.until})
	}
	next.spans = append(spans, next.spans...)
	return next
}

// acks reports whether a call settles the message: then its lease is over.
func (c *course) acks(fc *FlowCall, n *Node) bool {
	spec := c.w.specs.acks[n.Call.Ack]
	if spec == nil || fc.Defer || fc.Go {
		return false
	}
	return spec.Does != "extend" || c.w.givesBack(c.fr, n, spec)
}

// handsOff reports whether a call runs a function it is given beside the caller.
func handsOff(k *Call) bool {
	switch k.Name {
	case "Go", "TryGo", "Submit", "AfterFunc", "Schedule":
		return k.Kind == CallOpaque
	}
	return false
}

// beside is work that goes on at the same time: the longer of the two counts.
func beside(inner, next way) way {
	next.settles = next.settles || inner.settles
	if inner.total() <= next.total() {
		return next
	}
	inner.spans = slices.Clone(inner.spans)
	for i := range inner.spans {
		inner.spans[i].beside = true
	}
	return inner
}

// entered is the longest of what a call may run; false where nothing is known of
// it.
func (c *course) entered(fc *FlowCall, n *Node, goes bool) (way, bool) {
	frames := c.fr.callees(fc.Node)
	times, wait := 1, span{}
	if len(frames) == 0 && n.Call.Kind == CallOpaque && !n.Call.Reg {
		frames = c.handed(n)
		times, wait = c.attempts(n)
	}
	if n.Call.Kind == CallValue {
		frames = slices.DeleteFunc(slices.Clone(frames), func(f *frame) bool {
			return c.others[f.fn] && (c.only == nil || f.fn != c.only.fn)
		})
	}
	var best way
	found := false
	for _, f := range frames {
		if r := c.of(f, nil, goes || times > 1); !found || r.total() > best.total() {
			best, found = r, true
		}
	}
	if times > 1 && found {
		spans := slices.Clone(seal(best.spans, func(d deadline) bool { return c.madeIn(d, nil) }))
		for i := range spans {
			spans[i].Times = min(spans[i].Times*times, maxTimes)
		}
		if wait.Each > 0 && len(spans) > 0 {
			spans = append(spans, wait)
		}
		best.spans = spans
	}
	return best, found
}

// handed are the activations of the functions handed to a call.
func (c *course) handed(n *Node) []*frame {
	var out []*frame
	for i, a := range n.Args {
		if i == 0 && len(n.Call.Params) > 0 && n.Call.Params[0] == "recv" {
			continue
		}
		for _, f := range c.w.handedFuncs(c.fr.eval(a)) {
			out = c.fr.enterValue(out, f, make([]*Val, 8))
		}
	}
	return out
}

// attempts is how often a retrying call runs what it is given, and the pauses in
// between.
func (c *course) attempts(n *Node) (int, span) {
	spec := c.w.specs.retryOf[bareSymbol(n.Call.Fn)]
	if spec == nil {
		return 1, span{}
	}
	t := &timed{lib: c.w.specs.ofLibrary[spec], node: n, fr: c.fr, insides: map[int][]named{}}
	var s settings
	c.w.callSettings(&s, t)
	times, wait, assumed := spec.Attempts, parseDuration(spec.Wait), false
	if s.attempts.ok {
		times, assumed = int(s.attempts.n), s.attempts.assumed
	}
	if s.wait.ok {
		wait, assumed = time.Duration(s.wait.n), assumed || s.wait.assumed
	}
	if s.hidden || times < 1 {
		return 1, span{}
	}
	return times, span{Part: Part{Call: n.Call.label(), Each: wait, Times: times - 1, Why: "wait between attempts", Place: c.fr.fn.place(n.Pos, ""), Assumed: assumed}}
}

// Longest is the part that takes longest, the zero Part of none.
func (d Duration) Longest() Part {
	if len(d.Parts) == 0 {
		return Part{}
	}
	return d.Parts[0]
}

// Category is the category of the costliest effect of the handler, "" of none.
func (h *Handler) Category() string {
	if e := worst(h.Effects); e != nil {
		return e.Category
	}
	return ""
}
