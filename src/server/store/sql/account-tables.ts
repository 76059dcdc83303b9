import type { Dialect } from './dialect.ts';

/** The tables of accounts and teams, and of what signs in to them: keys, sessions and assistants. */
export function accountTables(dialect: Dialect): string {
  const { text, integer, sequence, end } = dialect;
  return `
    CREATE TABLE accounts (
      sequence ${sequence},
      id ${text} NOT NULL UNIQUE,
      name ${text} NOT NULL,
      plan ${text} NOT NULL,
      plan_managed_by ${text} NOT NULL DEFAULT 'user' CHECK (plan_managed_by IN ('user', 'operator')),
      -- When the operator disabled the account.
      disabled_at ${integer},
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

    CREATE INDEX team_members_by_team ON team_members (team_id);

    CREATE TABLE api_keys (
      sequence ${sequence},
      id ${text} NOT NULL UNIQUE,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      hash ${text} NOT NULL UNIQUE,
      -- Its first and last characters.
      masked ${text} NOT NULL,
      name ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      -- Exact to a minute.
      last_used_at ${integer},
      revoked_at ${integer}
    ${end};
    CREATE INDEX api_keys_by_account ON api_keys (account_id, created_at);

    CREATE TABLE sign_in_links (
      hash ${text} PRIMARY KEY,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      expires_at ${integer} NOT NULL
    ${end};
    CREATE INDEX sign_in_links_by_account ON sign_in_links (account_id);
    CREATE INDEX sign_in_links_by_expiry ON sign_in_links (expires_at);

    CREATE TABLE sessions (
      hash ${text} PRIMARY KEY,
      account_id ${text} NOT NULL REFERENCES accounts (id),
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ${end};
    CREATE INDEX sessions_by_account ON sessions (account_id);
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
  `;
}
