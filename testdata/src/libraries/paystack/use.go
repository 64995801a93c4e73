package use

import "github.com/rpip/paystack-go"

func charge(client *paystack.Client, order, authorization, mail string) error {
	_, err := client.Transaction.ChargeAuthorization(&paystack.TransactionRequest{ // is: effect money, call, key in field Reference
		Reference:         order,
		AuthorizationCode: authorization,
		Email:             mail,
		Amount:            5000,
	})
	return err
}

func payOut(client *paystack.Client, recipient string) (*paystack.Transfer, error) {
	return client.Transfer.Initiate(&paystack.TransferRequest{Source: "balance", Amount: 5000, Recipient: recipient}) // is: effect money, call
}

func confirm(client *paystack.Client, code, otp string) error {
	_, err := client.Transfer.Finalize(code, otp) // is: effect money, transition
	return err
}
