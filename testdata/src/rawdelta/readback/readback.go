// Package readback reads a value, changes it, and writes it back: the write is of an
// absolute value, and a redelivery changes it again all the same.
package readback

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/jmoiron/sqlx"
	amqp "github.com/rabbitmq/amqp091-go"
	"github.com/redis/go-redis/v9"
	"github.com/shopspring/decimal"
	"gorm.io/gorm"
)

type deposit struct {
	ID      string
	Account string
	Amount  int64
	Exact   decimal.Decimal
	Version int64
	Days    int
	Name    string
}

type account struct {
	ID      string
	Balance int64
	Limit   int64
	Last    string
	Version int64
}

type bank struct {
	db   *sql.DB
	sqlx *sqlx.DB
	rdb  *redis.Client
	gorm *gorm.DB
}

func (b *bank) run(ctx context.Context, msgs <-chan amqp.Delivery) {
	for m := range msgs {
		var d deposit
		if err := json.Unmarshal(m.Body, &d); err != nil {
			m.Nack(false, false)
			continue
		}
		if err := b.book(ctx, d); err != nil {
			m.Nack(false, true)
			continue
		}
		m.Ack(false)
	}
}

func (b *bank) book(ctx context.Context, d deposit) error {
	var balance int64
	if err := b.db.QueryRowContext(ctx, `SELECT balance FROM accounts WHERE id = $1`, d.Account).Scan(&balance); err != nil {
		return err
	}
	if _, err := b.db.ExecContext(ctx, `UPDATE accounts SET balance = $1 WHERE id = $2`, balance+d.Amount, d.Account); err != nil { // want IDM008 "write b.db.ExecContext"
		return err
	}
	if err := b.save(d); err != nil {
		return err
	}
	if err := b.versioned(ctx, d); err != nil {
		return err
	}
	if err := b.numbered(ctx, d); err != nil {
		return err
	}
	if err := b.noted(ctx, d); err != nil {
		return err
	}
	if err := b.renewed(ctx, d); err != nil {
		return err
	}
	if err := b.named(ctx, d); err != nil {
		return err
	}
	if err := b.spent(ctx, d); err != nil {
		return err
	}
	if err := b.document(ctx, d); err != nil {
		return err
	}
	if err := b.profile(ctx, d); err != nil {
		return err
	}
	if err := b.number(ctx, d); err != nil {
		return err
	}
	if err := b.chained(d); err != nil {
		return err
	}
	if err := b.exact(ctx, d); err != nil {
		return err
	}
	if err := b.another(ctx, d); err != nil {
		return err
	}
	if err := b.withdraw(d); err != nil {
		return err
	}
	if err := b.settle(d); err != nil {
		return err
	}
	if err := b.moved(ctx, d); err != nil {
		return err
	}
	if err := b.renamed(d); err != nil {
		return err
	}
	return b.once(ctx, d)
}

// The row is changed where it was read into.
func (b *bank) save(d deposit) error {
	var a account
	if err := b.gorm.First(&a, "id = ?", d.Account).Error; err != nil {
		return err
	}
	a.Balance -= d.Amount
	return b.gorm.Save(&a).Error // want IDM008 "write b.gorm.Save"
}

// A version that is compared lets one of two writes through that overlap. A later one
// reads the next version.
func (b *bank) versioned(ctx context.Context, d deposit) error {
	var balance, version int64
	if err := b.db.QueryRowContext(ctx, `SELECT balance, version FROM accounts WHERE id = $1`, d.Account).Scan(&balance, &version); err != nil {
		return err
	}
	_, err := b.db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = $2 WHERE id = $3 AND version = $4`, balance+d.Amount, version+1, d.Account, version) // want IDM008 "write b.db.ExecContext"
	return err
}

// The message says which version it changes.
func (b *bank) numbered(ctx context.Context, d deposit) error {
	var balance int64
	if err := b.db.QueryRowContext(ctx, `SELECT balance FROM accounts WHERE id = $1`, d.Account).Scan(&balance); err != nil {
		return err
	}
	_, err := b.db.ExecContext(ctx, `UPDATE accounts SET balance = $1, version = $2 WHERE id = $3 AND version = $4`, balance+d.Amount, d.Version+1, d.Account, d.Version)
	return err
}

// Nobody asks whether the row of the deposit was new.
func (b *bank) noted(ctx context.Context, d deposit) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `UPDATE accounts SET balance = balance + $1 WHERE id = $2`, d.Amount, d.Account); err != nil { // want IDM008 "write tx.ExecContext"
		return err
	}
	if _, err := tx.ExecContext(ctx, `INSERT INTO noted (id) VALUES ($1) ON CONFLICT DO NOTHING`, d.ID); err != nil {
		return err
	}
	return tx.Commit()
}

// What is written builds on a column that stays as it is.
func (b *bank) renewed(ctx context.Context, d deposit) error {
	var opened int64
	if err := b.db.QueryRowContext(ctx, `SELECT opened FROM accounts WHERE id = $1`, d.Account).Scan(&opened); err != nil {
		return err
	}
	_, err := b.db.ExecContext(ctx, `UPDATE accounts SET expires = $1 WHERE id = $2`, opened+int64(d.Days)*int64(24*time.Hour), d.Account)
	return err
}

// A field that is set, and none that is changed.
func (b *bank) renamed(d deposit) error {
	var a account
	if err := b.gorm.First(&a, "id = ?", d.Account).Error; err != nil {
		return err
	}
	a.Last = d.Name
	return b.gorm.Save(&a).Error
}

// The columns are named in the statement, and fields of what was read fill them.
func (b *bank) named(ctx context.Context, d deposit) error {
	var a account
	if err := b.sqlx.GetContext(ctx, &a, `SELECT id, balance FROM accounts WHERE id = $1`, d.Account); err != nil {
		return err
	}
	a.Balance = a.Balance + d.Amount
	_, err := b.sqlx.NamedExecContext(ctx, `UPDATE accounts SET balance = :balance WHERE id = :id`, a) // want IDM008 "write b.sqlx.NamedExecContext"
	return err
}

// One branch sets, the other takes away, and what is written is a text.
func (b *bank) spent(ctx context.Context, d deposit) error {
	var a account
	if err := b.sqlx.GetContext(ctx, &a, `SELECT id, balance FROM accounts WHERE id = $1`, d.Account); err != nil {
		return err
	}
	balance := a.Balance
	if balance == d.Amount {
		balance = 0
	} else {
		balance -= d.Amount * 100
	}
	_, err := b.db.ExecContext(ctx, `UPDATE accounts SET balance = $1 WHERE id = $2`, fmt.Sprintf("%d", balance), d.Account) // want IDM008 "write b.db.ExecContext"
	return err
}

// The whole document is read, decoded, changed and written back.
func (b *bank) document(ctx context.Context, d deposit) error {
	data, err := b.rdb.Get(ctx, "account:"+d.Account).Bytes()
	if err != nil {
		return err
	}
	var a account
	if err := json.Unmarshal(data, &a); err != nil {
		return err
	}
	a.Balance += d.Amount
	if data, err = json.Marshal(a); err != nil {
		return err
	}
	return b.rdb.Set(ctx, "account:"+d.Account, data, 0).Err() // want IDM008 "write b.rdb.Set"
}

// The document gets what the message says, and a limit made from something else.
func (b *bank) profile(ctx context.Context, d deposit) error {
	data, err := b.rdb.Get(ctx, "account:"+d.Account).Bytes()
	if err != nil {
		return err
	}
	var a account
	if err := json.Unmarshal(data, &a); err != nil {
		return err
	}
	a.Balance = d.Amount
	a.Limit = a.Balance * 2
	a.Version++
	if data, err = json.Marshal(a); err != nil {
		return err
	}
	return b.rdb.Set(ctx, "account:"+d.Account, data, 0).Err()
}

// The value under a key is a number, written as text.
func (b *bank) number(ctx context.Context, d deposit) error {
	s, err := b.rdb.Get(ctx, "balance:"+d.Account).Result()
	if err != nil {
		return err
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil {
		return err
	}
	return b.rdb.Set(ctx, "balance:"+d.Account, strconv.FormatInt(n+d.Amount, 10), 0).Err() // want IDM008 "write b.rdb.Set"
}

// What is written was read under another key.
func (b *bank) another(ctx context.Context, d deposit) error {
	n, err := b.rdb.Get(ctx, "fee:"+d.Account).Int64()
	if err != nil {
		return err
	}
	return b.rdb.Set(ctx, "due:"+d.ID, n+d.Amount, 0).Err()
}

// The row is asked for by a chain of calls, into a pointer.
func (b *bank) chained(d deposit) error {
	a := &account{}
	if err := b.gorm.Where("id = ?", d.Account).Take(a).Error; err != nil {
		return err
	}
	a.Balance += d.Amount
	return b.gorm.Save(a).Error // want IDM008 "write b.gorm.Save"
}

// Amounts are decimals.
func (b *bank) exact(ctx context.Context, d deposit) error {
	var total decimal.Decimal
	if err := b.db.QueryRowContext(ctx, `SELECT total FROM accounts WHERE id = $1`, d.Account).Scan(&total); err != nil {
		return err
	}
	_, err := b.db.ExecContext(ctx, `UPDATE accounts SET total = $1 WHERE id = $2`, total.Add(d.Exact), d.Account) // want IDM008 "write b.db.ExecContext"
	return err
}

var errPoor = errors.New("not enough")

func (a *account) take(n int64) error {
	if a.Balance < n {
		return errPoor
	}
	a.Balance -= n
	return nil
}

// There may be enough for a second time.
func (b *bank) withdraw(d deposit) error {
	var a account
	if err := b.gorm.First(&a, "id = ?", d.Account).Error; err != nil {
		return err
	}
	if err := a.take(d.Amount); err != nil {
		return err
	}
	return b.gorm.Save(&a).Error // want IDM008 "write b.gorm.Save"
}

// A version tells that the deposit was booked.
func (b *bank) settle(d deposit) error {
	var a account
	if err := b.gorm.First(&a, "id = ?", d.Account).Error; err != nil {
		return err
	}
	if a.Version >= d.Version {
		return nil
	}
	a.Version = d.Version
	a.Balance += d.Amount
	return b.gorm.Save(&a).Error
}

// The row of the movement is new, or nothing happens.
func (b *bank) moved(ctx context.Context, d deposit) error {
	_, err := b.db.ExecContext(ctx, `WITH m AS (
		INSERT INTO movements (id, account, amount) VALUES ($1, $2, $3)
		ON CONFLICT (id) DO NOTHING RETURNING amount
	) UPDATE accounts SET balance = balance + m.amount FROM m WHERE accounts.id = $2`, d.ID, d.Account, d.Amount)
	return err
}

// The deposit is claimed in the transaction that books it.
func (b *bank) once(ctx context.Context, d deposit) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	res, err := tx.ExecContext(ctx, `INSERT INTO booked (id) VALUES ($1) ON CONFLICT DO NOTHING`, d.ID)
	if err != nil {
		return err
	}
	if n, _ := res.RowsAffected(); n == 0 {
		return nil
	}
	var balance int64
	if err := tx.QueryRowContext(ctx, `SELECT balance FROM accounts WHERE id = $1 FOR UPDATE`, d.Account).Scan(&balance); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `UPDATE accounts SET balance = $1 WHERE id = $2`, balance+d.Amount, d.Account); err != nil {
		return err
	}
	return tx.Commit()
}
