// Command schema writes to tables whose migrations lie beside it.
package main

import (
	"context"
	"database/sql"
	"encoding/json"

	"github.com/aws/aws-lambda-go/events"
	"github.com/aws/aws-lambda-go/lambda"
	"github.com/google/uuid"
)

type sold struct {
	Concert string `json:"concert"`
	Seat    string `json:"seat"`
	Buyer   string `json:"buyer"`
	Ticket  string `json:"ticket"`
}

type store struct{ db *sql.DB }

func main() { lambda.Start((&store{}).handle) }

func (s *store) handle(ctx context.Context, e events.SQSEvent) error {
	for _, m := range e.Records {
		var v sold
		if err := json.Unmarshal([]byte(m.Body), &v); err != nil {
			return err
		}
		// The row's id is new each time, but a seat is only sold once.
		_, err := s.db.ExecContext(ctx, `INSERT INTO sold_tickets (id, concert, seat, buyer) VALUES ($1, $2, $3, $4)`, // want business "Concert"
			uuid.New(), v.Concert, v.Seat, v.Buyer)
		if err != nil {
			return err
		}
		// No column of the row is unique.
		_, err = s.db.ExecContext(ctx, `INSERT INTO ticket_scans (ticket, gate) VALUES ($1, $2)`, v.Ticket, "north") // want IDM001 "write s.db.ExecContext"
		if err != nil {
			return err
		}
		// The conflict target is the id, which is new each time.
		_, err = s.db.ExecContext(ctx, `INSERT INTO sold_tickets (id, buyer) VALUES ($1, $2) ON CONFLICT (id) DO NOTHING`, uuid.New(), v.Buyer) // want IDM003 "s.db.ExecContext" "uuid.New"
		if err != nil {
			return err
		}
	}
	return nil
}
