import type { Dialect } from './dialect.ts';

/**
 * All tables except those of the news index. Times are milliseconds since the epoch, booleans are
 * 0 or 1, and lists are JSON.
 */
export function tables({ text, integer, real, sequence, end, endOfUpdated }: Dialect): string {
  return `
    CREATE TABLE accounts (
      sequence ${sequence},
      id ${text} NOT NULL UNIQUE,
      name ${text} NOT NULL,
      plan ${text} NOT NULL CHECK (plan IN ('active', 'none')),
      created_at ${integer} NOT NULL,
      time_zone ${text} NOT NULL DEFAULT 'UTC',
      language ${text} NOT NULL DEFAULT 'en',
      briefing ${text} NOT NULL DEFAULT 'daily' CHECK (briefing IN ('daily', 'weekly', 'off')),
      briefing_time ${text} NOT NULL DEFAULT '07:00',
      briefing_day ${text} NOT NULL DEFAULT 'monday',
      -- created_at of the latest alert that the account can see.
      last_alert_at ${integer} NOT NULL DEFAULT 0,
      -- 0: to be determined.
      next_briefing_at ${integer} NOT NULL DEFAULT 0,
      briefed_until ${integer},
      briefing_lease_token ${text},
      briefing_lease_until ${integer}
    ${end};
    CREATE INDEX accounts_briefing_due ON accounts (next_briefing_at) WHERE briefing <> 'off';
    CREATE INDEX accounts_briefing_leased ON accounts (briefing_lease_until)
      WHERE briefing_lease_until IS NOT NULL;

    CREATE TABLE teams (id ${text} PRIMARY KEY, name ${text} NOT NULL ${end};

    CREATE TABLE team_members (
      team_id ${text} NOT NULL REFERENCES teams (id),
      account_id ${text} NOT NULL REFERENCES accounts (id),
      webhooks ${integer} NOT NULL,
      PRIMARY KEY (account_id, team_id)
    ${end};

    CREATE TABLE api_keys (
      sequence ${sequence},
      id ${text} NOT NULL UNIQUE,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      hash ${text} NOT NULL UNIQUE,
      name ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      revoked_at ${integer}
    ${end};
    CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at);

    CREATE TABLE sign_in_links (
      hash ${text} PRIMARY KEY,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      expires_at ${integer} NOT NULL
    ${end};
    CREATE INDEX sign_in_links_by_expiry ON sign_in_links (expires_at);

    CREATE TABLE sessions (
      hash ${text} PRIMARY KEY,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ${end};
    CREATE INDEX sessions_by_expiry ON sessions (expires_at);

    CREATE TABLE oauth_clients (
      id ${text} PRIMARY KEY,
      name ${text},
      metadata ${text} NOT NULL,
      address ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ${end};

    CREATE INDEX oauth_clients_by_time ON oauth_clients (created_at, id);

    CREATE TABLE oauth_grants (
      sequence ${sequence},
      id ${text} NOT NULL UNIQUE,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      client_id ${text} NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
      payload ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ${end};
    CREATE INDEX oauth_grants_by_account ON oauth_grants (account_id, created_at);
    CREATE INDEX oauth_grants_by_client ON oauth_grants (client_id);
    CREATE INDEX oauth_grants_by_time ON oauth_grants (created_at, sequence);
    CREATE INDEX oauth_grants_by_expiry ON oauth_grants (expires_at);

    CREATE TABLE oauth_artifacts (
      kind ${text} NOT NULL,
      hash ${text} NOT NULL,
      grant_id ${text},
      audience ${text},
      payload ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL,
      consumed_at ${integer},
      PRIMARY KEY (hash, kind)
    ${end};
    CREATE INDEX oauth_artifacts_by_grant ON oauth_artifacts (grant_id);
    CREATE INDEX oauth_artifacts_by_expiry ON oauth_artifacts (expires_at);

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
    ${end};
    CREATE INDEX monitor_terms_by_monitor ON monitor_terms (monitor_id);

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
    CREATE INDEX matches_by_arrival ON matches (monitor_id, arrival);
    CREATE INDEX matches_by_item ON matches (item_id);

    -- One row: the last arrival that was compared with all monitors.
    CREATE TABLE matching (
      id ${text} PRIMARY KEY,
      matched_until ${integer} NOT NULL
    ${endOfUpdated};
    INSERT INTO matching (id, matched_until) VALUES ('news', 0);

    CREATE TABLE runs (
      sequence ${sequence},
      id ${text} NOT NULL UNIQUE,
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
    ${end};
    CREATE INDEX runs_by_monitor ON runs (monitor_id, started_at, sequence);
    CREATE INDEX runs_by_time ON runs (started_at, sequence);

    CREATE TABLE alerts (
      sequence ${sequence},
      id ${text} NOT NULL UNIQUE,
      owner_id ${text} NOT NULL,
      team_id ${text},
      monitor_id ${text} NOT NULL,
      monitor_title ${text} NOT NULL,
      run_id ${text} NOT NULL REFERENCES runs (id),
      created_at ${integer} NOT NULL,
      results ${text} NOT NULL
    ${end};
    CREATE INDEX alerts_by_owner ON alerts (owner_id, created_at, sequence);
    CREATE INDEX alerts_by_team ON alerts (team_id, created_at, sequence) WHERE team_id IS NOT NULL;
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

    CREATE TABLE channels (
      id ${text} PRIMARY KEY,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      platform ${text} NOT NULL,
      webhook_url ${text} NOT NULL,
      monitor_id ${text},
      name ${text},
      status ${text} NOT NULL CHECK (status IN ('active', 'paused', 'disabled', 'ended')),
      status_reason ${text},
      signing_secret ${text} NOT NULL,
      previous_secret ${text},
      previous_secret_expires_at ${integer},
      created_at ${integer} NOT NULL
    ${end};
    CREATE INDEX channels_by_account ON channels (account_id, created_at);
    CREATE INDEX channels_by_monitor ON channels (monitor_id);

    -- Events without their id, so that all deliveries of a run share one row.
    CREATE TABLE payloads (
      id ${text} PRIMARY KEY,
      payload ${text} NOT NULL
    ${end};

    CREATE TABLE deliveries (
      sequence ${sequence},
      event_id ${text} NOT NULL UNIQUE,
      type ${text} NOT NULL,
      channel_id ${text} NOT NULL,
      account_id ${text} NOT NULL,
      monitor_id ${text},
      run_id ${text},
      created_at ${integer} NOT NULL,
      status ${text} NOT NULL,
      round ${integer} NOT NULL,
      attempts ${integer} NOT NULL,
      round_attempts ${integer} NOT NULL,
      due_at ${integer},
      last_attempt_at ${integer},
      last_status_code ${integer},
      last_error ${text},
      first_status ${text},
      first_status_code ${integer},
      first_error ${text},
      -- When an attempt made the status final.
      settled_at ${integer},
      lease_token ${text},
      lease_until ${integer},
      payload_id ${text} NOT NULL REFERENCES payloads (id)
    ${endOfUpdated};
    CREATE INDEX deliveries_by_account ON deliveries (account_id, status, created_at);
    CREATE INDEX deliveries_by_channel ON deliveries (channel_id, status, created_at);
    CREATE INDEX deliveries_by_run ON deliveries (run_id);
    CREATE INDEX deliveries_by_time ON deliveries (created_at, sequence);
    CREATE INDEX deliveries_by_payload ON deliveries (payload_id);
    CREATE INDEX deliveries_waiting ON deliveries (channel_id, due_at)
      WHERE due_at IS NOT NULL AND lease_token IS NULL;
    CREATE INDEX deliveries_waiting_by_account ON deliveries (account_id, channel_id)
      WHERE due_at IS NOT NULL AND lease_token IS NULL;
    CREATE INDEX deliveries_waiting_by_monitor ON deliveries (monitor_id)
      WHERE due_at IS NOT NULL AND lease_token IS NULL;
    CREATE INDEX deliveries_due ON deliveries (due_at, sequence, channel_id)
      WHERE due_at IS NOT NULL AND lease_token IS NULL;
    CREATE INDEX deliveries_leased ON deliveries (lease_until) WHERE lease_token IS NOT NULL;
    CREATE INDEX deliveries_paused ON deliveries (channel_id, created_at)
      WHERE status = 'stopped' AND last_error = 'connection_paused';
    CREATE INDEX deliveries_paused_by_monitor ON deliveries (monitor_id)
      WHERE status = 'stopped' AND last_error = 'connection_paused';

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
