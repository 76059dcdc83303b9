import type { Dialect } from './dialect.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';
import { stopQueuedOfAccount } from './stop-queued.ts';

/** An account without the part of its profile that has defaults. */
export interface NewAccount {
  id: string;
  name: string;
  /** `none`, `active`, or the name of another plan, which has quotas of its own. */
  plan: string;
  /** Who changes the plan: the user, with a switch on the pricing page, or only the operator. */
  plan_managed_by: 'user' | 'operator';
  created_at: number;
}

export interface AccountRecord extends NewAccount, ProfileRecord {
  /** When the operator disabled the account; `null` if it is enabled. */
  disabled_at: number | null;
}

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

const newColumns = raw('id, name, plan, plan_managed_by, created_at');
export const accountColumns =
  raw(`id, name, plan, plan_managed_by, disabled_at, created_at, time_zone, language,
  briefing, briefing_time, briefing_day`);

/** A condition: the account has a plan and is enabled, so that its monitors run and events are sent. */
export const isEntitled = raw("plan <> 'none' AND disabled_at IS NULL");

/** A condition: the `account_id` of a key, a session or a grant is that of an enabled account. */
export const ofEnabledAccount = raw(
  'account_id IN (SELECT id FROM accounts WHERE disabled_at IS NULL)',
);

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
      const [row] = await db.write<AccountRecord>(
        ...db.dialect.lockTable('accounts'),
        sql`INSERT INTO accounts (${newColumns}) SELECT ${newValues(account)}
          WHERE NOT EXISTS (SELECT 1 FROM accounts)`,
        sql`SELECT ${accountColumns} FROM accounts ORDER BY sequence LIMIT 1`,
      );
      if (!row) throw new Error('the account was not stored');
      return row;
    },

    /** Oldest first; after the account with this `sequence`, if it is given. */
    list: (limit: number, after = 0) =>
      db.all<AccountRecord & { sequence: number }>(
        sql`SELECT ${accountColumns}, sequence FROM accounts WHERE sequence > ${after}
          ORDER BY sequence LIMIT ${limit}`,
      ),

    /**
     * The plans that accounts have.
     *
     * @param except the id of an account that does not count
     */
    async plans(except = ''): Promise<string[]> {
      const rows = await db.all<{ plan: string }>(
        sql`SELECT DISTINCT plan FROM accounts WHERE id <> ${except}`,
      );
      return rows.map(({ plan }) => plan);
    },

    async create(account: NewAccount): Promise<void> {
      await db.write(insertAccount(account).mustChange(1));
    },

    /**
     * Sets the plan for the operator, who manages it from then on. Without one, the queued deliveries of
     * the account are stopped for good.
     */
    async setPlan(id: string, plan: AccountRecord['plan']): Promise<void> {
      await db.write(
        sql`UPDATE accounts SET plan = ${plan}, plan_managed_by = 'operator' WHERE id = ${id}`,
      );
      if (plan === 'none') await stopQueuedOfAccount(db, id, 'plan_lapsed');
    },

    /**
     * Sets the plan for the user, as {@link setPlan} does.
     *
     * @returns `false`, and changes nothing, if the operator manages the plan
     */
    async switchPlan(id: string, plan: AccountRecord['plan']): Promise<boolean> {
      const rows = await db.write(
        sql`${updatePlan(id, plan)} AND plan_managed_by = 'user' RETURNING id`,
      );
      if (rows.length === 0) return false;
      if (plan === 'none') await stopQueuedOfAccount(db, id, 'plan_lapsed');
      return true;
    },

    /**
     * Disables the account: its keys and grants are refused, it is signed out everywhere, and its
     * queued deliveries are stopped for good.
     */
    async disable(id: string, now: number): Promise<void> {
      await db.write(
        sql`UPDATE accounts SET disabled_at = coalesce(disabled_at, ${now}) WHERE id = ${id}`,
        sql`DELETE FROM sessions WHERE account_id = ${id}`,
        sql`DELETE FROM sign_in_links WHERE account_id = ${id}`,
      );
      await stopQueuedOfAccount(db, id, 'account_disabled');
    },

    async enable(id: string): Promise<void> {
      await db.write(sql`UPDATE accounts SET disabled_at = NULL WHERE id = ${id}`);
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
export function insertAccount(account: NewAccount): Sql {
  return sql`INSERT INTO accounts (${newColumns}) VALUES (${newValues(account)})
    ON CONFLICT (id) DO NOTHING`;
}

function newValues({ id, name, plan, plan_managed_by, created_at }: NewAccount): Sql {
  return sql`${id}, ${name}, ${plan}, ${plan_managed_by}, ${created_at}`;
}

/** Sets the plan. Who manages it stays. */
export function updatePlan(id: string, plan: AccountRecord['plan']): Sql {
  return sql`UPDATE accounts SET plan = ${plan} WHERE id = ${id}`;
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
