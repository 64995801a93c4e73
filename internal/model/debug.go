package model

import (
	"fmt"
	"os"
)

func debugf(format string, args ...any) {
	if os.Getenv("IDEMDEBUG") != "" {
		fmt.Fprintf(os.Stderr, format+"\n", args...)
	}
}
