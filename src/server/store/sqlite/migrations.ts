/**
 * The schema's history: each entry carries the data of the one before it forward. An entry that
 * was released is never edited; a change is a new entry at the end.
 */
export const sqliteMigrations: readonly string[] = [
  `
  CREATE TABLE accounts (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    plan TEXT NOT NULL CHECK (plan IN ('active', 'none')),
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE teams (id TEXT PRIMARY KEY, name TEXT NOT NULL) STRICT;

  CREATE TABLE team_members (
    team_id TEXT NOT NULL REFERENCES teams (id),
    account_id TEXT NOT NULL REFERENCES accounts (id),
    webhooks INTEGER NOT NULL,
    PRIMARY KEY (account_id, team_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE api_keys (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    hash TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
  ) STRICT;

  -- position is the time: order_at * 1000 + a sequence, so that newest first is the key's own order
  CREATE TABLE news (
    position INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    title TEXT NOT NULL,
    description TEXT NOT NULL,
    url TEXT,
    source TEXT,
    publication_date INTEGER,
    body TEXT
  ) STRICT;

  -- Terms come analyzed: lower-case letters, digits, and a point inside of a number. The
  -- tokenizer only has to part them at spaces, and takes whatever is not ASCII as it is.
  CREATE VIRTUAL TABLE news_terms USING fts5 (
    title, text,
    content = '', contentless_delete = 1,
    tokenize = "ascii tokenchars '.'"
  );
  CREATE VIRTUAL TABLE news_vocabulary USING fts5vocab (news_terms, row);

  CREATE TABLE monitors (
    id TEXT PRIMARY KEY,
    owner_type TEXT NOT NULL CHECK (owner_type IN ('user', 'team')),
    owner_id TEXT NOT NULL,
    title TEXT NOT NULL,
    prompt TEXT NOT NULL,
    status TEXT NOT NULL CHECK (status IN ('active', 'paused')),
    every_minutes INTEGER,
    execution TEXT NOT NULL CHECK (execution IN ('standard', 'agentic')),
    sources TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    last_run_at INTEGER,
    next_run_at INTEGER
  ) STRICT;
  CREATE INDEX monitors_by_owner ON monitors (owner_id, created_at);

  CREATE TABLE runs (
    id TEXT PRIMARY KEY,
    monitor_id TEXT NOT NULL,
    trigger TEXT NOT NULL,
    status TEXT NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER NOT NULL,
    results TEXT NOT NULL
  ) STRICT;
  CREATE INDEX runs_by_monitor ON runs (monitor_id, started_at);

  CREATE TABLE alerts (
    id TEXT PRIMARY KEY,
    owner_type TEXT NOT NULL,
    owner_id TEXT NOT NULL,
    monitor_id TEXT NOT NULL,
    monitor_title TEXT NOT NULL,
    run_id TEXT NOT NULL REFERENCES runs (id),
    created_at INTEGER NOT NULL,
    results TEXT NOT NULL
  ) STRICT;
  CREATE INDEX alerts_by_owner ON alerts (owner_id, created_at);

  CREATE TABLE alerted_items (
    monitor_id TEXT NOT NULL,
    item_id TEXT NOT NULL,
    PRIMARY KEY (monitor_id, item_id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE channels (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    platform TEXT NOT NULL,
    webhook_url TEXT NOT NULL,
    monitor_id TEXT,
    name TEXT,
    status TEXT NOT NULL CHECK (status IN ('active', 'disabled')),
    signing_secret TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX channels_by_account ON channels (account_id, created_at);

  CREATE TABLE briefings (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    title TEXT NOT NULL,
    summary TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX briefings_by_account ON briefings (account_id, created_at);

  CREATE TABLE usage_counts (
    account_id TEXT NOT NULL,
    day TEXT NOT NULL,
    operation TEXT NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (account_id, day, operation)
  ) STRICT, WITHOUT ROWID;
  `,
  `
  ALTER TABLE monitors ADD COLUMN lease_token TEXT;
  ALTER TABLE monitors ADD COLUMN lease_until INTEGER;
  DROP INDEX monitors_by_owner;
  CREATE INDEX monitors_by_owner ON monitors (owner_type, owner_id, created_at);
  CREATE INDEX monitors_due ON monitors (next_run_at) WHERE status = 'active';

  ALTER TABLE runs ADD COLUMN error TEXT;
  DROP INDEX alerts_by_owner;
  CREATE INDEX alerts_by_owner ON alerts (owner_type, owner_id, created_at);

  -- A result is named by any key, not by a news item alone.
  UPDATE runs SET results = replace(results, '"item_id":', '"key":');
  UPDATE alerts SET results = replace(results, '"item_id":', '"key":');
  ALTER TABLE alerted_items RENAME TO alerted;
  ALTER TABLE alerted RENAME COLUMN item_id TO key;

  CREATE TABLE deliveries (
    event_id TEXT PRIMARY KEY,
    type TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    monitor_id TEXT,
    run_id TEXT,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    round INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    round_attempts INTEGER NOT NULL,
    due_at INTEGER,
    last_attempt_at INTEGER,
    last_status_code INTEGER,
    last_error TEXT,
    lease_token TEXT,
    lease_until INTEGER
  ) STRICT;
  CREATE INDEX deliveries_by_account ON deliveries (account_id, created_at);
  CREATE INDEX deliveries_by_run ON deliveries (run_id);
  CREATE INDEX deliveries_waiting ON deliveries (channel_id, due_at)
    WHERE due_at IS NOT NULL AND lease_token IS NULL;
  CREATE INDEX deliveries_leased ON deliveries (lease_until) WHERE lease_token IS NOT NULL;
  `,
  `
  CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at);

  CREATE TABLE sign_in_links (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    expires_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE sessions (
    hash TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    name TEXT,
    metadata TEXT NOT NULL,
    created_at INTEGER NOT NULL
  ) STRICT;

  CREATE TABLE oauth_grants (
    id TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id),
    client_id TEXT NOT NULL REFERENCES oauth_clients (id),
    payload TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX oauth_grants_by_account ON oauth_grants (account_id, created_at);
  CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);

  CREATE TABLE oauth_artifacts (
    kind TEXT NOT NULL,
    hash TEXT NOT NULL,
    grant_id TEXT,
    audience TEXT,
    payload TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    consumed_at INTEGER,
    PRIMARY KEY (kind, hash)
  ) STRICT;
  CREATE INDEX oauth_artifacts_by_grant ON oauth_artifacts (grant_id);
  CREATE INDEX oauth_artifacts_by_expiry ON oauth_artifacts (expires_at);
  `,
  `
  -- The body apart from what becomes of it, so that an attempt does not rewrite the body.
  CREATE TABLE outbox (
    sequence INTEGER PRIMARY KEY,
    event_id TEXT NOT NULL UNIQUE,
    type TEXT NOT NULL,
    channel_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    monitor_id TEXT,
    run_id TEXT,
    created_at INTEGER NOT NULL,
    status TEXT NOT NULL,
    round INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    round_attempts INTEGER NOT NULL,
    due_at INTEGER,
    last_attempt_at INTEGER,
    last_status_code INTEGER,
    last_error TEXT,
    lease_token TEXT,
    lease_until INTEGER
  ) STRICT;
  CREATE TABLE delivery_bodies (
    sequence INTEGER PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT;
  INSERT INTO outbox SELECT rowid, event_id, type, channel_id, account_id, monitor_id, run_id,
    created_at, status, round, attempts, round_attempts, due_at, last_attempt_at,
    last_status_code, last_error, lease_token, lease_until FROM deliveries;
  INSERT INTO delivery_bodies SELECT rowid, body FROM deliveries;
  DROP TABLE deliveries;
  ALTER TABLE outbox RENAME TO deliveries;
  CREATE INDEX deliveries_by_account ON deliveries (account_id, created_at);
  CREATE INDEX deliveries_by_run ON deliveries (run_id);
  CREATE INDEX deliveries_waiting ON deliveries (channel_id, due_at)
    WHERE due_at IS NOT NULL AND lease_token IS NULL;
  CREATE INDEX deliveries_due ON deliveries (due_at, channel_id)
    WHERE due_at IS NOT NULL AND lease_token IS NULL;
  CREATE INDEX deliveries_leased ON deliveries (lease_until) WHERE lease_token IS NOT NULL;
  `,
  `
  -- What the events of a run say, once: without the id that each of them begins with.
  CREATE TABLE payloads (
    id INTEGER PRIMARY KEY,
    payload TEXT NOT NULL
  ) STRICT;
  INSERT INTO payloads
    SELECT sequence, '{' || substr(body, length('{"id":"",') + length(event_id) + 1)
    FROM delivery_bodies JOIN deliveries USING (sequence);
  ALTER TABLE deliveries ADD COLUMN payload_id INTEGER NOT NULL DEFAULT 0;
  UPDATE deliveries SET payload_id = sequence;
  DROP TABLE delivery_bodies;
  `,
  `
  -- What belongs to every process that serves the store, and to none alone.
  ALTER TABLE sessions ADD COLUMN flash TEXT;

  CREATE TABLE rate_limits (
    key TEXT PRIMARY KEY,
    points INTEGER NOT NULL,
    ends_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX rate_limits_by_end ON rate_limits (ends_at);
  `,
  `
  -- Every search asks how many items there are, and counting a million of them takes its time.
  CREATE TABLE news_totals (items INTEGER NOT NULL) STRICT;
  INSERT INTO news_totals SELECT count(*) FROM news;
  `,
  `
  -- What comes due at the same moment is found in the order in which it came, not by connection.
  DROP INDEX deliveries_due;
  CREATE INDEX deliveries_due ON deliveries (due_at, sequence, channel_id)
    WHERE due_at IS NOT NULL AND lease_token IS NULL;
  `,
  `
  -- The terms by which an item is ranked, packed: a search reads those of many items, and of few
  -- their texts. Items that are here already get theirs little by little while a server runs.
  CREATE TABLE news_ranking_terms (
    position INTEGER PRIMARY KEY,
    terms BLOB NOT NULL
  ) STRICT;
  CREATE TABLE news_unranked (position INTEGER PRIMARY KEY) STRICT;
  INSERT INTO news_unranked SELECT position FROM news;

  -- Counts the changes of the news, whoever makes them.
  ALTER TABLE news_totals ADD COLUMN generation INTEGER NOT NULL DEFAULT 0;
  `,
  `
  -- What a transaction adds to the index is sorted and written at once, up to so many bytes: the
  -- larger such a piece, the less is merged later.
  INSERT INTO news_terms (news_terms, rank) VALUES ('hashsize', 4194304);
  `,
];
