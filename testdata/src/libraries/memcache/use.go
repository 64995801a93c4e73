package use

import "github.com/bradfitz/gomemcache/memcache"

func run(client *memcache.Client, id string) error {
	if err := client.Add(&memcache.Item{Key: id, Expiration: 3600}); err != nil { // is: effect db, claim, key in field Key; guard claim
		return err
	}
	if _, err := client.Get(id); err == nil { // is: guard check
		return nil
	}
	return client.Set(&memcache.Item{Key: id}) // is: effect db, set, key in field Key; guard mark
}
