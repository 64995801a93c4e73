package use

import (
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/known/anypb"
)

func decode(body []byte, order proto.Message) error {
	if len(body) > 0 && body[0] == '{' {
		return protojson.Unmarshal(body, order) // is: key derived, into m
	}
	return proto.UnmarshalOptions{DiscardUnknown: true}.Unmarshal(body, order) // is: key derived, into m
}

func open(body []byte, order proto.Message) error {
	var envelope anypb.Any
	if err := proto.Unmarshal(body, &envelope); err != nil { // is: key derived, into m
		return err
	}
	return envelope.UnmarshalTo(order) // is: key derived, into m
}
