package model

import (
	"go/token"

	"github.com/idemlint/idemlint/internal/finding"
)

// A Summary is what one package tells the packages above it: its functions in
// a compact form that holds only what handlers, effects and keys need. It is
// the only fact the model exports. Every slice is sorted or in source order, so
// that the encoding is deterministic.
type Summary struct {
	Path    string
	Name    string
	Main    bool
	Files   []string // absolute; Pos.File indexes it
	Funcs   []*Fn
	Types   []*StructInfo
	Methods []MethodSet
	Flows   []FieldFlow
	Globals []GlobalFlow
	Regs    []Registration
	// Provisions are what the package gives to a container that wires by type.
	Provisions []Provision
	Impls      []Impl
	Used       []string // functions of the program this package refers to
	Helpers    []string // functions that retry what they are given
	Done       []string // handlers walked to the end
	Open       []OpenRoot
	Retries    []OpenRoot // functions that repeat what is not known yet
	// Directives are those that silence findings, and those that say which queue
	// a handler consumes and what becomes of its failures.
	Directives []finding.Directive
	// Settings are the fields of structs that say in a tag which environment
	// variable fills them.
	Settings []Setting

	// Deps are the summaries of the in-scope packages below. Drivers that show
	// a pass only its direct imports' facts (go vet) need them here; in one
	// process the pointers are shared.
	Deps []*Summary
}

// AFact marks Summary as a fact.
func (*Summary) AFact() {}

func (s *Summary) String() string { return "idemlint summary of " + s.Path }

// Pos is a position that survives serialisation.
type Pos struct {
	File int32 // index into Summary.Files, plus one; 0 is no position
	Line int32
	Col  int32
}

// IsValid reports whether p is a position.
func (p Pos) IsValid() bool { return p.File > 0 }

// V is a value of a function: an index into its Nodes. 0 is the unknown value.
type V int32

// Fn is one function in symbolic form: its values over its own parameters, and
// its steps in order.
type Fn struct {
	ID      string // types.Func.FullName of the origin; closures append $1, $2
	Display string // orders.(*Consumer).Handle
	Pos     Pos
	Params  []Param
	NFree   int
	Nodes   []Node
	Results []V // per result: the value returned, an OpAlt where returns differ
	Steps   []Step
	Recvs   []Receive
	Idom    []int32  // immediate dominator by block, -1 for the entry
	Writes  []Write  // what it stores through its parameters and captured variables
	Handler []string // handler specs the function matches by its own type
	Tests   []V      // conditions it branches on
	Touches []string // evidence symbols it calls
	Marked  bool     // carries //idemlint:handler
	Errors  int      // index of the error result plus one, 0 for none
	Gen     bool     // stands in generated code
	Flow    *Flow    // nil where nothing happens
	Waits   []int32  // blocks that wait for something on a channel

	pkg *Summary
}

// Param is a parameter; the receiver comes first.
type Param struct {
	Name string
	Type string // full name of the named type behind pointers, or ""
	// Message is set for deliveries, alone or in a list.
	Message bool
}

// Op is the kind of a Node.
type Op uint8

// The node kinds.
const (
	OpUnknown Op = iota
	OpConst      // Text
	OpZero       // the zero value of its type
	OpParam      // Index
	OpFree       // Index: captured variable
	OpGlobal     // Text: full name
	OpObj        // a thing with contents: Base in Args[0] (may be 0), Puts
	OpField      // Args[0].Text; Type is the struct's name
	OpElem       // Args[0][Args[1]]
	OpAlt        // one of Args
	OpMix        // derived from all of Args and nothing else
	OpConcat     // text made of Args in order
	OpIface      // Args[0] as an interface; Type is the concrete type
	OpCall       // a call; Call says what of
	OpResult     // result Index of the call Args[0]
	OpFunc       // function value: Text is its ID, Args the captured values
	OpBound      // method value: Text is its ID, Args[0] the receiver
	OpPart       // part of a message: Class, Text; Args[0] the message
	OpSource     // a value with a known origin: Class, Text
	OpDecoded    // decoded from Args[0]
	OpRecv       // received from channel Args[0]
	OpAppend     // Args[0] with Args[1] appended
	OpChan       // a channel made here
	OpErrTest    // a comparison that only looks at an error
	OpFold       // see fold.go
)

// Node is one value.
type Node struct {
	Op    Op
	Class Class
	Index int32
	Text  string
	Type  string
	Args  []V
	Puts  []Put
	Call  *Call
	Pos   Pos
}

// Put is a write to a thing: Val stored at Path, or, when Call is set, whatever
// the call does to its argument Arg, which lies at Path.
type Put struct {
	Path []string
	Val  V
	Call V
	Arg  int32
	// Free is set for a closure that writes its captured variable Arg.
	Free bool
}

// Write is a Put through parameter Root (captured variable when Free).
type Write struct {
	Root int32
	Free bool
	Put  Put
}

// CallKind says how a call finds its callee.
type CallKind uint8

// The call kinds.
const (
	CallStatic CallKind = iota // a function of the program
	CallOpaque                 // a function outside the program
	CallInvoke                 // a method of an interface
	CallValue                  // a function value in Args[0]
)

// Call describes a call node; Args of the node are the arguments, the receiver
// first.
type Call struct {
	Kind    CallKind
	Fn      string   // full name of the callee or interface method
	Name    string   // bare method or function name
	Iface   string   // interface type of an invoke
	Display string   // the call as written: w.sc.V1Refunds.Create
	Short   string   // callee for messages: paymentintent.New
	Params  []string // names by argument index
	Effect  string   // spec ids, "" for none
	Key     string
	Ack     string
	Guard   string
	Tx      string
	Read    string
	Holds   []bool   // by argument: can hold a key besides others
	Reads   bool     // a read of outside state: a query, a get
	Queue   string   // the queue's spec id, "" for calls that concern none
	Roles   []Role   // where the parts of a queue stand that its spec names
	Partial []string // fields of the result that list what failed without an error
	Queued  bool     // only puts a command into a batch
	Test    bool     // looks at an error only: errors.Is and the like
	Narrow  bool     // a method of the program's own interface that stands for a library's
	Reg     bool     // registers a handler
	Resolve string   // takes what a container provides for this type
	Route   string   // calls what a container routes for this type
	Err     int32    // index of the error result plus one, 0 for none
	RowType string   // struct stored, for generic results
}

// Role is an argument, or a field of one, that a document gives a meaning.
type Role struct {
	Text   string // as the document says it
	Arg    int32  // index of the argument, the receiver first
	Fields []string
}

// Step is something that happens in a function, in order.
type Step struct {
	Node  V
	Block int32
	Loop  bool
	Tries bool // in a loop that is left when something succeeds, and goes on when it fails
	Go    bool
	Defer bool
	Send  V    // value sent; Node is the channel
	Lossy bool // the send gives up where nobody is ready
	Conds []V  // conditions that had to hold, outermost first; negative: had to fail
	Pos   Pos
}

// Receive is a place where deliveries come out of a call or a channel.
type Receive struct {
	Spec   string // handler spec id; "" for a channel of the program's own
	Node   V      // the value received, or the call's result
	Chan   V      // the channel received from
	Blocks []int32
	Block  int32 // the block of the receive itself
	After  int32 // steps of Block at or after this index belong to the region
	Pos    Pos
	Result int32 // result index that holds the deliveries
}

// Setting is a field with tags that configuration libraries read.
type Setting struct {
	Type string // full name of the struct
	Path string // field, or fields of structs without a name: SQS.QueueURL
	Tag  string
}

// StructInfo describes a struct type as stores see it.
type StructInfo struct {
	Name   string // full name
	Fields []FieldInfo
	Table  *Table // what its tags say of the table it is stored in
}

// FieldInfo is one field, embedded structs flattened.
type FieldInfo struct {
	Name string
	Path []string // selector path from the outer struct
	JSON string
	Tag  string
}

// MethodSet lists the methods of a named type (pointer receiver included).
type MethodSet struct {
	Type    string
	Methods []Method
}

// Method maps a method name to the function that declares it, promoted
// methods included. Embedded lists the fields to go through to the receiver.
type Method struct {
	Name     string
	Fn       string
	Embedded []string
}

// FieldFlow is a store to a field anywhere in the package.
type FieldFlow struct {
	Field string // type full name + "." + field
	Fn    string
	Val   V
}

// GlobalFlow is a store to a package variable.
type GlobalFlow struct {
	Name string
	Fn   string
	Val  V
	Init bool // in the variable's own initialisation
}

// Registration is a value handed to a consumer library as its handler.
type Registration struct {
	Spec string
	Call V      // the call that registers, 0 for an assignment or a conversion
	Fn   string // the function that registers
	Val  V
	Pos  Pos
}

// OpenRoot is a handler, or a function that retries, whose walk ended at calls that
// only wiring further up can decide.
type OpenRoot struct {
	ID       string
	Packages []string // it reached functions of these
	Methods  []string // interface methods it could not resolve
}

// Impl says that a type of the package implements a consumer library's handler
// interface.
type Impl struct {
	Spec   string
	Type   string
	Method string
}

// Class is where a value comes from.
type Class uint8

// The classes; a mixture is as bad as its worst part.
const (
	Unknown   Class = iota
	Constant        // the same for every message
	Business        // written by the producer as part of the event
	Producer        // an id field the producer may fill, AMQP MessageId
	Attempt         // delivery count
	Transport       // same on redelivery, new when published again
	Delivery        // new on every delivery
	Fresh           // minted while handling
)

var classNames = [...]string{"unknown", "constant", "business", "producer-chosen", "attempt", "transport", "per-delivery", "fresh"}

func (c Class) String() string { return classNames[c] }

// positioner turns token positions into Pos for one package.
type positioner struct {
	fset  *token.FileSet
	sum   *Summary
	index map[string]int32
}

func (p *positioner) pos(at token.Pos) Pos {
	if !at.IsValid() {
		return Pos{}
	}
	t := p.fset.Position(at)
	i, ok := p.index[t.Filename]
	if !ok {
		p.sum.Files = append(p.sum.Files, t.Filename)
		i = int32(len(p.sum.Files))
		p.index[t.Filename] = i
	}
	return Pos{File: i, Line: int32(t.Line), Col: int32(t.Column)}
}
