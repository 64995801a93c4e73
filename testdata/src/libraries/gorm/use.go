package use

import "gorm.io/gorm"

type order struct{ ID string }

func run(db *gorm.DB) {
	db.Create(&order{})                                        // is: effect db, insert
	db.Save(&order{})                                          // is: effect db, upsert
	db.Where("id = ?", 1).Delete(&order{})                     // is: effect db, delete, natural
	db.Model(&order{}).Update("stock", gorm.Expr("stock - 1")) // is: effect db, update
	db.Transaction(func(tx *gorm.DB) error { return nil })     // is: transaction run
	db.Exec("update orders")                                   // is: effect db, statement
}
