package finding

// A Remedy is what would cure a finding, as far as it is known without the source:
// what is to be done, where, and with what. Where the source proves that this is
// local and right, it becomes a [Fix].
type Remedy struct {
	Do RemedyKind
	// Place is the call that needs a key, or another, or the ack.
	Place Place
	// Name says what the call does, for the key: capture; or, where the key is made
	// of the message's identity, which part of the message that is: MessageId.
	Name string
	// Slots are the places where the library takes a key.
	Slots []Slot
	// Known is the business data at hand.
	Known []Known
	// Steps are the calls an ack has to follow.
	Steps []Place
}

// RemedyKind says what is to be done.
type RemedyKind uint8

// The kinds of remedies.
const (
	AddKey     RemedyKind = iota // give the call a key of business data
	ReplaceKey                   // make the key of business data
	MoveAck                      // ack behind the last step
)

// Slot is a place for a key. One of the fields is set.
type Slot struct {
	Setter string // a method of an argument: SetIdempotencyKey
	Field  string // a field of an argument
	Option string // a function whose result is an argument, by its full name
}

// Known is business data of a message, in a variable of the source.
type Known struct {
	// Place is where the variable is declared, or the call whose result it is; for
	// a parameter the function's name.
	Place Place
	// Param is the parameter's name. Whole says that it is a struct all of whose
	// fields are business data; else the parameter itself is.
	Param string
	Whole bool
}
