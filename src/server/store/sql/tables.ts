import { accountTables } from './account-tables.ts';
import { deliveryTables } from './delivery-tables.ts';
import type { Dialect } from './dialect.ts';
import { monitorTables } from './monitor-tables.ts';

/**
 * All tables except those of the news index. Times are milliseconds since the epoch, booleans are
 * 0 or 1, and lists are JSON.
 */
export function tables(dialect: Dialect): string {
  const { text, integer, sequence, end } = dialect;
  return `
${accountTables(dialect)}
${monitorTables(dialect)}
${deliveryTables(dialect)}
    CREATE TABLE briefings (
      sequence ${sequence},
      id ${text} NOT NULL UNIQUE,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      title ${text} NOT NULL,
      summary ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      period_from ${integer} NOT NULL,
      period_to ${integer} NOT NULL,
      monitors ${text} NOT NULL,
      news ${text} NOT NULL
    ${end};
    CREATE INDEX briefings_by_account ON briefings (account_id, created_at, sequence);
    CREATE INDEX briefings_by_time ON briefings (created_at, sequence);

    -- The records that fixtures have stored; for accounts and teams, as they were declared then.
    CREATE TABLE seeded (
      kind ${text} NOT NULL,
      id ${text} NOT NULL,
      declared ${text},
      PRIMARY KEY (kind, id)
    ${end};

    CREATE TABLE usage_counts (
      account_id ${text} NOT NULL,
      day ${text} NOT NULL,
      operation ${text} NOT NULL,
      requests ${integer} NOT NULL,
      PRIMARY KEY (account_id, day, operation)
    ${end};
    CREATE INDEX usage_counts_by_day ON usage_counts (day);

    CREATE TABLE rate_limits (
      key ${text} PRIMARY KEY,
      points ${integer} NOT NULL,
      starts_at ${integer} NOT NULL,
      ends_at ${integer} NOT NULL
    ${end};
    CREATE INDEX rate_limits_by_end ON rate_limits (ends_at);

    -- One row: when the next sweep of old rows is due, and the lease of the process that runs it.
    CREATE TABLE sweeps (
      id ${text} PRIMARY KEY,
      next_at ${integer} NOT NULL,
      -- Where the next sweep continues one that did not reach the end (JSON).
      position ${text},
      -- Alerts up to this time may have been deleted.
      alerts_deleted_until ${integer},
      lease_token ${text},
      lease_until ${integer}
    ${end};
    INSERT INTO sweeps (id, next_at) VALUES ('retention', 0);

    -- News that the operator has taken down. It is not imported again.
    CREATE TABLE removed_news (
      id ${text} PRIMARY KEY,
      -- SHA-256 of the URL in hex.
      url_hash ${text},
      -- The URL, until the takedown is complete: an interrupted one can be repeated.
      pending_url ${text},
      removed_at ${integer} NOT NULL
    ${end};
    CREATE INDEX removed_news_by_url ON removed_news (url_hash) WHERE url_hash IS NOT NULL;
  `;
}
