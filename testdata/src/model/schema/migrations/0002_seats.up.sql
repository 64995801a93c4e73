CREATE UNIQUE INDEX one_buyer_a_seat ON sold_tickets (concert, seat);

ALTER TABLE ticket_scans ADD COLUMN device TEXT;
