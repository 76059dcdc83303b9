import type { Dialect } from './dialect.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';
import { queuedFor, stopQueued } from './stop-queued.ts';

/** An account without the part of its profile that has defaults. */
export interface NewAccount {
  id: string;
  name: string;
  plan: 'active' | 'none';
  created_at: number;
}

export interface AccountRecord extends NewAccount, ProfileRecord {}

export interface ProfileRecord {
  name: string;
  /** IANA name. */
  time_zone: string;
  /** BCP 47 tag. */
  language: string;
  /** How often a briefing is made. */
  briefing: 'daily' | 'weekly' | 'off';
  /** `HH:MM` in the time zone. */
  briefing_time: string;
  /** The day of weekly briefings. */
  briefing_day: Weekday;
}

/** Fields that are absent or `undefined` keep their values. */
export type ProfileChanges = {
  readonly [Field in keyof ProfileRecord]?: ProfileRecord[Field] | undefined;
};

export type Weekday =
  | 'monday'
  | 'tuesday'
  | 'wednesday'
  | 'thursday'
  | 'friday'
  | 'saturday'
  | 'sunday';

interface TeamMember {
  account_id: string;
  webhooks: boolean;
}

export interface TeamRecord {
  id: string;
  name: string;
  members: readonly TeamMember[];
}

export interface Membership {
  team_id: string;
  /** Whether this member may connect the team's monitors to webhooks. */
  webhooks: boolean;
}

/** An account and its teams: it sees the monitors and alerts that either of them has. */
export interface Viewer {
  account_id: string;
  team_ids: readonly string[];
}

const newColumns = raw('id, name, plan, created_at');
export const accountColumns =
  raw(`id, name, plan, created_at, time_zone, language, briefing, briefing_time,
  briefing_day`);

/** SQLite combines at most 500 queries, and planning many takes longer than one scan. */
const maxTeamQueries = 100;

/**
 * Selects all rows that the viewer sees, each row once. It is one statement, so that the rows are
 * of one point in time: in two, a later row could be seen without an earlier one. Each part can use
 * an index, unless the viewer has many teams.
 *
 * @param select selects the rows of one owner or team
 */
export function selectVisible(
  dialect: Dialect,
  { account_id, team_ids }: Viewer,
  select: (condition: Sql) => Sql,
): Sql {
  const ofTeams =
    team_ids.length > maxTeamQueries
      ? [dialect.isIn('team_id', team_ids)]
      : team_ids.map((id) => sql`team_id = ${id}`);
  return ofTeams.reduce(
    (others, ofTeam) =>
      sql`${others} UNION ALL
        SELECT * FROM (${select(sql`${ofTeam} AND owner_id <> ${account_id}`)}) AS of_team`,
    sql`SELECT * FROM (${select(sql`owner_id = ${account_id}`)}) AS own`,
  );
}

export function accountStore(db: SqlExecutor) {
  return {
    get: (id: string) =>
      db.get<AccountRecord>(sql`SELECT ${accountColumns} FROM accounts WHERE id = ${id}`),

    /** Returns the account that was created first; creates this one if there is none. */
    async ensureFirst(account: NewAccount): Promise<AccountRecord> {
      const { id, name, plan, created_at } = account;
      const [row] = await db.write<AccountRecord>(
        ...db.dialect.lockTable('accounts'),
        sql`INSERT INTO accounts (${newColumns}) SELECT ${id}, ${name}, ${plan}, ${created_at}
          WHERE NOT EXISTS (SELECT 1 FROM accounts)`,
        sql`SELECT ${accountColumns} FROM accounts ORDER BY sequence LIMIT 1`,
      );
      if (!row) throw new Error('the account was not stored');
      return row;
    },

    /** Sets the plan. Without one, the queued deliveries of the account are stopped for good. */
    async setPlan(id: string, plan: AccountRecord['plan']): Promise<void> {
      await db.write(...updatePlan(id, plan));
    },

    /**
     * Changes a part of the profile. If that changes when briefings are due, the next one is to be
     * determined again, and a briefing in progress is not stored.
     *
     * @returns the account; `undefined` if it does not exist
     */
    async setProfile(id: string, changes: ProfileChanges): Promise<AccountRecord | undefined> {
      const [row] = await db.write<AccountRecord>(
        sql`${updateProfile(id, changes)} RETURNING ${accountColumns}`,
      );
      return row;
    },

    /** The account as a viewer of monitors and alerts. */
    async viewer(account_id: string): Promise<Viewer> {
      const rows = await db.all<{ team_id: string }>(
        sql`SELECT team_id FROM team_members WHERE account_id = ${account_id}`,
      );
      return { account_id, team_ids: rows.map(({ team_id }) => team_id) };
    },

    async memberships(accountId: string): Promise<Membership[]> {
      const rows = await db.all<{ team_id: string; webhooks: number }>(
        sql`SELECT team_id, webhooks FROM team_members WHERE account_id = ${accountId}
          ORDER BY team_id`,
      );
      return rows.map(({ team_id, webhooks }) => ({ team_id, webhooks: webhooks === 1 }));
    },
  };
}

/** Inserts the account unless its id is taken. */
export function insertAccount({ id, name, plan, created_at }: NewAccount): Sql {
  return sql`INSERT INTO accounts (${newColumns}) VALUES (${id}, ${name}, ${plan}, ${created_at})
    ON CONFLICT (id) DO NOTHING`;
}

/** Sets the plan. Without one, the queued deliveries of the account are stopped for good. */
export function updatePlan(id: string, plan: AccountRecord['plan']): Sql[] {
  return [
    sql`UPDATE accounts SET plan = ${plan} WHERE id = ${id}`,
    ...(plan === 'none' ? [stopQueued(queuedFor.account(id), 'plan_lapsed')] : []),
  ];
}

/** Changes a part of the profile. The next briefing is determined again if its schedule changes. */
export function updateProfile(id: string, changes: ProfileChanges): Sql {
  const { name, time_zone, language, briefing, briefing_time, briefing_day } = changes;
  const sameSchedule = sql`(
    time_zone = coalesce(${time_zone ?? null}, time_zone)
    AND briefing = coalesce(${briefing ?? null}, briefing)
    AND briefing_time = coalesce(${briefing_time ?? null}, briefing_time)
    AND briefing_day = coalesce(${briefing_day ?? null}, briefing_day)
  )`;
  return sql`UPDATE accounts SET
      name = coalesce(${name ?? null}, name),
      time_zone = coalesce(${time_zone ?? null}, time_zone),
      language = coalesce(${language ?? null}, language),
      briefing = coalesce(${briefing ?? null}, briefing),
      briefing_time = coalesce(${briefing_time ?? null}, briefing_time),
      briefing_day = coalesce(${briefing_day ?? null}, briefing_day),
      next_briefing_at = CASE WHEN ${sameSchedule} THEN next_briefing_at ELSE 0 END,
      briefing_lease_token = CASE WHEN ${sameSchedule} THEN briefing_lease_token END,
      briefing_lease_until = CASE WHEN ${sameSchedule} THEN briefing_lease_until END
    WHERE id = ${id}`;
}

/**
 * Inserts the team, or updates its name and replaces its members. `last_alert_at` of the members
 * includes the team's alerts, so that later alerts have later times for new members too. The
 * accounts are locked first, so that no run records an alert of the team meanwhile.
 */
export function replaceTeam(dialect: Dialect, { id, name, members }: TeamRecord): Sql[] {
  const ids = members.map(({ account_id }) => account_id);
  const currentIds = sql`SELECT account_id FROM team_members WHERE team_id = ${id}`;
  const lastOfTeam = sql`(SELECT coalesce(max(created_at), 0) FROM alerts WHERE team_id = ${id})`;
  return [
    sql`SELECT id FROM accounts WHERE ${dialect.isIn('id', ids)} OR id IN (${currentIds})
      ORDER BY id ${dialect.lockRows}`,
    sql`INSERT INTO teams (id, name) VALUES (${id}, ${name})
      ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    sql`DELETE FROM team_members WHERE team_id = ${id}`,
    ...members.map(
      ({ account_id, webhooks }) =>
        sql`INSERT INTO team_members (team_id, account_id, webhooks)
          VALUES (${id}, ${account_id}, ${Number(webhooks)})`,
    ),
    sql`UPDATE accounts SET last_alert_at = ${lastOfTeam}
      WHERE ${dialect.isIn('id', ids)} AND last_alert_at < ${lastOfTeam}`,
  ];
}
