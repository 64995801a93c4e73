CREATE TABLE sold_tickets (
    id      UUID PRIMARY KEY,
    seat    TEXT NOT NULL,
    concert TEXT NOT NULL,
    buyer   TEXT NOT NULL
);

CREATE TABLE ticket_scans (
    id     BIGSERIAL PRIMARY KEY,
    ticket TEXT NOT NULL,
    gate   TEXT NOT NULL
);
