CREATE TABLE seen_votes (
    message TEXT PRIMARY KEY,
    poll    TEXT NOT NULL
);

CREATE TABLE votes (
    ballot  TEXT PRIMARY KEY,
    poll    TEXT NOT NULL,
    message TEXT
);
