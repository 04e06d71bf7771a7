-- From version 3 to version 4.
ALTER TABLE matches ADD COLUMN agreed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE matches ADD COLUMN book BLOB;
CREATE TABLE books (
  hash  BLOB PRIMARY KEY,
  files TEXT NOT NULL
) STRICT;
