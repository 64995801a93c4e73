package use

import "github.com/pborman/uuid"

func newRequestID() string {
	return uuid.New() // is: key fresh
}

func requestID(order string) string {
	return uuid.NewSHA1(uuid.NameSpace_URL, []byte("orders/"+order)).String() // is: key derived
}
