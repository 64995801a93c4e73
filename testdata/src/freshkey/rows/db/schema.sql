CREATE TABLE walks (
    id      UUID PRIMARY KEY,
    dog     TEXT NOT NULL,
    started TIMESTAMPTZ NOT NULL
);

CREATE TABLE kennels (
    id      UUID PRIMARY KEY,
    booking TEXT NOT NULL UNIQUE,
    dog     TEXT NOT NULL
);
