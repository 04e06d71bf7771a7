-- From version 2 to version 3; the seals are worked out afterwards.
ALTER TABLE matches ADD COLUMN said INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN links INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
ALTER TABLE tokens ADD COLUMN seal INTEGER NOT NULL DEFAULT 0;
CREATE TABLE said (
  match INTEGER NOT NULL REFERENCES matches (id) ON DELETE CASCADE,
  n     INTEGER NOT NULL,
  who   TEXT NOT NULL,
  text  TEXT NOT NULL,
  at    INTEGER NOT NULL,
  seal  INTEGER NOT NULL,
  PRIMARY KEY (match, n)
) STRICT, WITHOUT ROWID;
INSERT INTO said (match, n, who, text, at, seal)
  SELECT match, row_number() OVER (PARTITION BY match ORDER BY id) - 1, who, text, at, 0 FROM chat;
DROP TABLE chat;
