package finding

import "reflect"

// ResultType is the type of a rule's result.
var ResultType = reflect.TypeFor[[]Finding]()
