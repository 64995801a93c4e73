package use

import "go.etcd.io/bbolt"

func run(db *bbolt.DB, id string) error {
	return db.Update(func(tx *bbolt.Tx) error { // is: transaction run
		return tx.Bucket([]byte("seen")).Put([]byte(id), nil) // is: effect db, set, key in param key
	})
}
