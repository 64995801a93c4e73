//go:build ignore

package main

import (
	"log"
	"os"

	"github.com/idemlint/idemlint/internal/ruledoc/gen"
)

func main() {
	log.SetFlags(0)
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	if err := gen.Write(root); err != nil {
		log.Fatal(err)
	}
}
