package use

import "github.com/gofrs/uuid/v5"

func newRequestID() string {
	return uuid.Must(uuid.NewV7()).String() // is: key derived; key fresh
}

func requestID(order string) string {
	return uuid.NewV5(uuid.NamespaceURL, "orders/"+order).String() // is: key derived
}
