package use

import "github.com/google/uuid"

func run() {
	_ = uuid.New()                                       // is: key fresh
	_ = uuid.NewString()                                 // is: key fresh
	_ = uuid.NewSHA1(uuid.NameSpaceURL, []byte("order")) // is: key derived
}
