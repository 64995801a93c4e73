package use

import (
	"io"

	"github.com/segmentio/encoding/json"
)

type order struct{ ID string }

func decode(body []byte) (o order, err error) {
	err = json.Unmarshal(body, &o) // is: key derived, into x
	return o, err
}

func read(body io.Reader) (o order, err error) {
	err = json.NewDecoder(body).Decode(&o) // is: key derived, into v; key derived
	return o, err
}
