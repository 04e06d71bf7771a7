-- Like the SQLite file of version 4 (sqlite/schema.sql, where every column is explained), so that matches go from one to the other as they are.
CREATE TABLE matches (
  id          BIGINT PRIMARY KEY,
  header      TEXT NOT NULL,
  republican  TEXT NOT NULL,
  nationalist TEXT NOT NULL,
  pace        BIGINT NOT NULL,
  created     BIGINT NOT NULL,
  uploaded    BIGINT NOT NULL DEFAULT 0,
  open_chat   BIGINT NOT NULL DEFAULT 0,
  length      BIGINT NOT NULL DEFAULT 0,
  hash        BIGINT NOT NULL DEFAULT 0,
  said        BIGINT NOT NULL DEFAULT 0,
  links       BIGINT NOT NULL DEFAULT 0,
  seal        BIGINT NOT NULL DEFAULT 0,
  agreed      BIGINT NOT NULL DEFAULT 0,
  book        BYTEA
) WITH (fillfactor = 80); -- room for the next version of a row beside it: every action changes one

CREATE TABLE books (
  hash  BYTEA PRIMARY KEY,
  files TEXT NOT NULL
);

CREATE TABLE actions (
  match BIGINT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  point BIGINT NOT NULL,
  line  TEXT NOT NULL,
  at    BIGINT NOT NULL,
  hash  BIGINT NOT NULL,
  PRIMARY KEY (match, point)
);

CREATE TABLE tokens (
  hash  BYTEA PRIMARY KEY,
  match BIGINT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  holds TEXT NOT NULL,
  seal  BIGINT NOT NULL
);
CREATE INDEX tokens_of_match ON tokens (match);

CREATE TABLE said (
  match BIGINT NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  n     BIGINT NOT NULL,
  who   TEXT NOT NULL,
  text  TEXT NOT NULL,
  at    BIGINT NOT NULL,
  seal  BIGINT NOT NULL,
  PRIMARY KEY (match, n)
);

CREATE TABLE heartbeat (
  id BIGINT PRIMARY KEY CHECK (id = 1),
  at BIGINT NOT NULL
);
