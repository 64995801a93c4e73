package use

import "github.com/hashicorp/consul/api"

func run(client *api.Client, id string) error {
	kv := client.KV()
	if ok, _, err := kv.CAS(&api.KVPair{Key: id}, nil); err != nil || !ok { // is: effect db, claim, key in field Key; guard claim
		return err
	}
	if _, _, err := kv.Get(id, nil); err != nil { // is: guard check
		return err
	}
	lock, err := client.LockKey(id)
	if err != nil {
		return err
	}
	if _, err := lock.Lock(nil); err != nil { // is: guard lock
		return err
	}
	return lock.Unlock() // is: guard release
}
