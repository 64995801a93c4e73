package use

import (
	"crypto/rand"
	mathrand "math/rand/v2"
	"os"
	"time"
)

func run() {
	_ = time.Now()            // is: key fresh
	_ = time.Now().UnixNano() // is: key fresh
	_ = rand.Text()           // is: key fresh
	_ = mathrand.Int()        // is: key fresh
	_ = os.Getpid()           // is: key fresh
}
