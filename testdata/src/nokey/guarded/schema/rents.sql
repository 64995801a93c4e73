CREATE TABLE rent_events (
    event_id TEXT PRIMARY KEY
);
