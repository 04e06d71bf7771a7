-- A match: how it started, and who plays.
CREATE TABLE matches (
  id          INTEGER PRIMARY KEY,
  header      TEXT NOT NULL,            -- the first line of its save: game, scenario, options, rules, seed
  republican  TEXT NOT NULL,            -- human, or computer: and a name
  nationalist TEXT NOT NULL,
  pace        INTEGER NOT NULL,         -- pause between two decisions of a computer, in milliseconds
  created     INTEGER NOT NULL,         -- milliseconds since 1970; for whoever reads the file
  uploaded    INTEGER NOT NULL DEFAULT 0, -- does it come from a file that somebody had?
  open_chat   INTEGER NOT NULL DEFAULT 0, -- may those who watch speak?
  length      INTEGER NOT NULL DEFAULT 0, -- how many actions there are
  hash        INTEGER NOT NULL DEFAULT 0, -- of the last of them (see chain.rs)
  said        INTEGER NOT NULL DEFAULT 0, -- how many lines of chat there ever were
  links       INTEGER NOT NULL DEFAULT 0, -- the seals of all its links (see seal.rs)
  agreed      INTEGER NOT NULL DEFAULT 0, -- which sides want to go on from where the rules differ: 1 Republican, 2 Nationalist
  book        BLOB,                       -- the data files it was begun with
  seal        INTEGER NOT NULL DEFAULT 0  -- of pace, uploaded, open_chat, said, links, agreed and book
) STRICT;

-- Data files that matches were begun with, by the SHA-256 of their texts.
CREATE TABLE books (
  hash  BLOB PRIMARY KEY,
  files TEXT NOT NULL                   -- texts by name, as JSON
) STRICT;

-- What happened: one line of notation for each decision, roll and draw.
CREATE TABLE actions (
  match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  line  TEXT NOT NULL,
  at    INTEGER NOT NULL,               -- for whoever reads the file
  hash  INTEGER NOT NULL DEFAULT 0,     -- of this line and all before it (see chain.rs)
  PRIMARY KEY (match, point)
) STRICT, WITHOUT ROWID;

-- Links, by the SHA-256 of their tokens.
CREATE TABLE tokens (
  hash  BLOB PRIMARY KEY,
  match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  holds TEXT NOT NULL,                  -- republican or nationalist or both or spectator
  seal  INTEGER NOT NULL DEFAULT 0      -- of this row (see seal.rs)
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_of_match ON tokens (match);

-- What was said: the last lines of each match.
CREATE TABLE said (
  match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  n     INTEGER NOT NULL,               -- how many lines came before it
  who   TEXT NOT NULL,
  text  TEXT NOT NULL,
  at    INTEGER NOT NULL,
  seal  INTEGER NOT NULL,               -- of this row (see seal.rs)
  PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;

-- Written now and then to see whether writing works.
CREATE TABLE heartbeat (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  at INTEGER NOT NULL
) STRICT;
