/**
 * The schema's history: each entry carries the data of the one before it forward. An entry that
 * was released is never edited; a change is a new entry at the end.
 */
export const inboxMigrations: readonly string[] = [
  `
  -- What was accepted, as it came. Never updated.
  CREATE TABLE events (
    sequence INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    received_at INTEGER NOT NULL,
    headers TEXT NOT NULL,
    body BLOB NOT NULL
  ) STRICT;

  -- How far each has come that is not done: a done event has no row. A table of its own, so that
  -- a step does not rewrite the body.
  CREATE TABLE progress (
    sequence INTEGER PRIMARY KEY REFERENCES events (sequence),
    state TEXT NOT NULL CHECK (state IN ('received', 'handling', 'dead')),
    failures INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    last_error TEXT
  ) STRICT;
  CREATE INDEX progress_due ON progress (due_at, sequence) WHERE state = 'received';
  `,
];
