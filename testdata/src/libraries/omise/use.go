package use

import (
	"github.com/omise/omise-go"
	"github.com/omise/omise-go/operations"
)

func charge(client *omise.Client, card string, satang int64) (*omise.Charge, error) {
	charge := &omise.Charge{}
	return charge, client.Do(charge, &operations.CreateCharge{Amount: satang, Currency: "thb", Card: card}) // is: effect money, call, key in field IdempKey, given operation=\*operations\.Create(Charge|Refund|Transfer|ChargeSchedule|TransferSchedule)
}

func payOut(client *omise.Client, order, recipient string, satang int64) error {
	return client.Do(&omise.Transfer{}, &operations.CreateTransfer{Amount: satang, Recipient: recipient, IdempKey: order}) // is: effect money, call, key in field IdempKey, given operation=\*operations\.Create(Charge|Refund|Transfer|ChargeSchedule|TransferSchedule)
}

func status(client *omise.Client, id string) (*omise.Charge, error) {
	charge := &omise.Charge{}
	return charge, client.Do(charge, &operations.RetrieveCharge{ChargeID: id}) // is: effect money, call, key in field IdempKey, given operation=\*operations\.Create(Charge|Refund|Transfer|ChargeSchedule|TransferSchedule)
}
