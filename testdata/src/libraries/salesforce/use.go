package use

import "github.com/simpleforce/simpleforce"

func lead(client *simpleforce.Client, mail string) *simpleforce.SObject {
	return client.SObject("Lead").Set("Email", mail).Create() // is: effect http, call
}

func account(client *simpleforce.Client, customer string) *simpleforce.SObject {
	return client.SObject("Account").
		Set("ExternalIDField", "Customer__c").
		Set("Customer__c", customer).
		Upsert() // is: effect http, upsert, natural
}

func won(client *simpleforce.Client, id string) *simpleforce.SObject {
	return client.SObject("Opportunity").Set("Id", id).Set("StageName", "Closed Won").Update() // is: effect http, update, natural
}
