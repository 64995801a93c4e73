package use

import "github.com/sideshow/apns2"

func run(client *apns2.Client, n *apns2.Notification) error {
	_, err := client.Push(n) // is: effect notify, call
	return err
}
