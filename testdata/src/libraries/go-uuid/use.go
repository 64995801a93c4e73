package use

import "github.com/hashicorp/go-uuid"

func newRequestID() (string, error) {
	return uuid.GenerateUUID() // is: key fresh
}

func requestID(digest []byte) (string, error) {
	return uuid.FormatUUID(digest[:16]) // is: key derived
}
