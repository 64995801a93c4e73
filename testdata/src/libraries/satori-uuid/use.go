package use

import "github.com/satori/go.uuid"

func newRequestID() string {
	return uuid.NewV4().String() // is: key derived; key fresh
}

func requestID(order string) string {
	return uuid.NewV5(uuid.NamespaceURL, "orders/"+order).String() // is: key derived
}
