/**
 * The SQL scripts of the inbox's schema, oldest first. A released script is never edited: a change
 * is a new script that also converts the data.
 */
export const inboxMigrations: readonly string[] = [
  `
  -- The events as they were received. Rows are never updated.
  CREATE TABLE events (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;

  -- The state of each event that is not done. A separate table, so that a change of state does not
  -- rewrite the body.
  CREATE TABLE progress (
    sequence INTEGER PRIMARY KEY REFERENCES events (sequence),
    state TEXT NOT NULL CHECK (state IN ('received', 'dead')),
    failures INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    last_error TEXT
  ) STRICT;
  CREATE INDEX progress_due ON progress (due_at, sequence) WHERE state = 'received';
  `,
];
