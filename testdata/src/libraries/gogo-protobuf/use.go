package use

import "github.com/gogo/protobuf/proto"

func decode(body []byte, order proto.Message) error {
	return proto.Unmarshal(body, order) // is: key derived, into pb
}
