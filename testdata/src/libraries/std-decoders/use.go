package use

import (
	"encoding/json"
	"io"
)

func run(data []byte, r io.Reader, v any) {
	json.Unmarshal(data, v)      // is: key derived, into v
	json.NewDecoder(r).Decode(v) // is: key derived, into v; key derived
	json.Marshal(v)
}
