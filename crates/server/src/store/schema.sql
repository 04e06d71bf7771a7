-- A match: how it started, and who plays.
CREATE TABLE matches (
  id          INTEGER PRIMARY KEY,
  header      TEXT NOT NULL,            -- the first line of its save: game, scenario, options, rules, seed
  republican  TEXT NOT NULL,            -- human, or computer: and a name
  nationalist TEXT NOT NULL,
  pace        INTEGER NOT NULL,         -- pause between two decisions of a computer, in milliseconds
  created     INTEGER NOT NULL          -- milliseconds since 1970
) STRICT;

-- What happened: one line of notation for each decision, roll and draw.
CREATE TABLE actions (
  match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  point INTEGER NOT NULL,
  line  TEXT NOT NULL,
  at    INTEGER NOT NULL,
  PRIMARY KEY (match, point)
) STRICT, WITHOUT ROWID;

-- Links, by the SHA-256 of their tokens.
CREATE TABLE tokens (
  hash  BLOB PRIMARY KEY,
  match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  holds TEXT NOT NULL                   -- republican, nationalist, both or spectator
) STRICT, WITHOUT ROWID;
CREATE INDEX tokens_of_match ON tokens (match);

CREATE TABLE chat (
  id    INTEGER PRIMARY KEY,
  match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  who   TEXT NOT NULL,
  text  TEXT NOT NULL,
  at    INTEGER NOT NULL
) STRICT;
CREATE INDEX chat_of_match ON chat (match, id);
