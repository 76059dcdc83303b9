import type { Dialect } from './dialect.ts';

/** The tables of monitors, of the news that matches them, and of their runs and alerts. */
export function monitorTables(dialect: Dialect): string {
  const {
    text,
    integer,
    real,
    end,
    endOfKeys,
    endOfUpdated,
    sequenceOfPartitioned,
    endOfPartitioned,
    referenceOfPartitioned,
  } = dialect;
  return `
    CREATE TABLE monitors (
      id ${text} PRIMARY KEY,
      owner_id ${text} NOT NULL,
      team_id ${text},
      title ${text} NOT NULL,
      prompt ${text} NOT NULL,
      status ${text} NOT NULL CHECK (status IN ('active', 'paused')),
      every_minutes ${integer},
      execution ${text} NOT NULL CHECK (execution IN ('standard', 'agentic')),
      sources ${text} NOT NULL,
      include_sources ${text} NOT NULL,
      exclude_sources ${text} NOT NULL,
      include_languages ${text} NOT NULL,
      exclude_languages ${text} NOT NULL,
      exclude_words ${text} NOT NULL,
      min_relevance ${real},
      quiet_hours ${text},
      -- Results of scheduled runs in quiet hours that are not alerted yet.
      held ${text} NOT NULL DEFAULT '[]',
      -- The number of the last arrival before the watch began.
      since_arrival ${integer} NOT NULL DEFAULT 0,
      -- Matches that were deleted because too many waited, since the last run.
      dropped_matches ${integer} NOT NULL DEFAULT 0,
      created_at ${integer} NOT NULL,
      last_run_at ${integer},
      next_run_at ${integer},
      lease_token ${text},
      lease_until ${integer}
    ${end};
    CREATE INDEX monitors_by_owner ON monitors (owner_id, created_at);
    CREATE INDEX monitors_by_team ON monitors (team_id, created_at) WHERE team_id IS NOT NULL;
    CREATE INDEX monitors_due ON monitors (next_run_at) WHERE status = 'active';
    CREATE INDEX monitors_leased ON monitors (lease_until) WHERE lease_until IS NOT NULL;

    -- The anchor terms of each monitor, as ids: an item without any of them cannot match.
    CREATE TABLE monitor_terms (
      term ${integer} NOT NULL,
      monitor_id ${text} NOT NULL,
      PRIMARY KEY (term, monitor_id)
    ${endOfKeys};
    CREATE INDEX monitor_terms_by_monitor ON monitor_terms (monitor_id);

    -- What a prompt asks for, so that it is not read again for each match. Not in 'monitors', whose rows
    -- every run writes.
    CREATE TABLE monitor_conditions (
      monitor_id ${text} PRIMARY KEY,
      -- JSON (see 'writeCondition').
      condition ${text} NOT NULL
    ${end};

    -- Matches that wait for the next run of their monitor.
    CREATE TABLE matches (
      monitor_id ${text} NOT NULL,
      item_id ${text} NOT NULL,
      -- The arrival of the version of the item that matched.
      arrival ${integer} NOT NULL,
      strength ${real} NOT NULL,
      -- Equal for similar titles (see 'titleWording'): a flood of them must not push out other matches.
      wording ${integer} NOT NULL,
      PRIMARY KEY (monitor_id, item_id)
    ${endOfUpdated};
    CREATE INDEX matches_by_item ON matches (item_id);

    -- One row: the last arrival that was compared with all monitors.
    CREATE TABLE matching (
      id ${text} PRIMARY KEY,
      matched_until ${integer} NOT NULL
    ${endOfUpdated};
    INSERT INTO matching (id, matched_until) VALUES ('news', 0);

    CREATE TABLE runs (
      sequence ${sequenceOfPartitioned},
      id ${text} NOT NULL,
      monitor_id ${text} NOT NULL,
      trigger ${text} NOT NULL,
      status ${text} NOT NULL,
      started_at ${integer} NOT NULL,
      finished_at ${integer} NOT NULL,
      results ${text} NOT NULL,
      filtered ${text} NOT NULL,
      -- Results without summaries: versions of alerted stories that the run dropped.
      repeats ${text} NOT NULL DEFAULT '[]',
      error ${text},
      skipped_channels ${text} NOT NULL
    ${endOfPartitioned({ table: 'runs', time: 'started_at', id: 'id' })};
    CREATE INDEX runs_by_monitor ON runs (monitor_id, started_at, sequence);
    CREATE INDEX runs_by_time ON runs (started_at, sequence);

    CREATE TABLE alerts (
      sequence ${sequenceOfPartitioned},
      id ${text} NOT NULL,
      owner_id ${text} NOT NULL,
      team_id ${text},
      monitor_id ${text} NOT NULL,
      monitor_title ${text} NOT NULL,
      run_id ${text} NOT NULL ${referenceOfPartitioned('runs')},
      created_at ${integer} NOT NULL,
      results ${text} NOT NULL
    ${endOfPartitioned({ table: 'alerts', time: 'created_at', id: 'id' })};
    CREATE INDEX alerts_by_owner ON alerts (owner_id, created_at, sequence);
    CREATE INDEX alerts_by_team ON alerts (team_id, created_at, sequence) WHERE team_id IS NOT NULL;
    CREATE INDEX alerts_by_monitor ON alerts (monitor_id, created_at, sequence);
    CREATE INDEX alerts_by_run ON alerts (run_id);
    CREATE INDEX alerts_by_time ON alerts (created_at);

    CREATE TABLE alerted (
      monitor_id ${text} NOT NULL,
      key ${text} NOT NULL,
      -- When a run last found the result, exact to a day.
      seen_at ${integer} NOT NULL,
      -- No alert contains it: it counts as alerted because the watch began later.
      only_seen ${integer} NOT NULL DEFAULT 0,
      -- The fingerprint of the alerted text (base64), so that later versions of the story are known.
      story ${text},
      PRIMARY KEY (monitor_id, key)
    ${end};
    CREATE INDEX alerted_by_time ON alerted (seen_at);
    CREATE INDEX alerted_stories ON alerted (monitor_id, seen_at) WHERE story IS NOT NULL;
  `;
}
