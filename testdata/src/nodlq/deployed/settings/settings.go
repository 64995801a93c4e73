// Package settings reads the environment in several ways.
package settings

import (
	"fmt"
	"os"
)

// Fleece names the queue of fleeces, read when the program starts.
var Fleece = Get("FLEECE_QUEUE_URL", "fleeces-local")

// Get reads a variable, or takes a default.
func Get(key, def string) string {
	if v, ok := os.LookupEnv(key); ok {
		return v
	}
	return def
}

// Must reads a variable that has to be there.
func Must(key string) string {
	v := os.Getenv(key)
	if v == "" {
		panic(fmt.Sprintf("%s is not set", key))
	}
	return v
}
