package use

import (
	"bytes"

	"github.com/golang/protobuf/jsonpb"
	"github.com/golang/protobuf/proto"
)

func decode(body []byte, order proto.Message) error {
	if bytes.HasPrefix(body, []byte("{")) {
		return jsonpb.Unmarshal(bytes.NewReader(body), order) // is: key derived, into m
	}
	return proto.Unmarshal(body, order) // is: key derived, into m
}
