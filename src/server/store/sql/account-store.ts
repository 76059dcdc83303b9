import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

export interface AccountRecord {
  id: string;
  name: string;
  plan: 'active' | 'none';
  created_at: number;
}

export interface TeamMember {
  account_id: string;
  webhooks: boolean;
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

const columns = raw('id, name, plan, created_at');

/**
 * Conditions that together select all rows that the viewer sees, each row once. They are separate
 * so that each query can use an index.
 */
export function visibleTo({ account_id, team_ids }: Viewer): Sql[] {
  return [
    sql`owner_id = ${account_id}`,
    ...team_ids.map((id) => sql`team_id = ${id} AND owner_id <> ${account_id}`),
  ];
}

export function accountStore(db: SqlExecutor) {
  return {
    get: (id: string) =>
      db.get<AccountRecord>(sql`SELECT ${columns} FROM accounts WHERE id = ${id}`),

    /** Returns the account that was created first; creates this one if there is none. */
    async ensureFirst(account: AccountRecord): Promise<AccountRecord> {
      const { id, name, plan, created_at } = account;
      const [row] = await db.write<AccountRecord>(
        ...db.dialect.lockTable('accounts'),
        sql`INSERT INTO accounts (${columns}) SELECT ${id}, ${name}, ${plan}, ${created_at}
          WHERE NOT EXISTS (SELECT 1 FROM accounts)`,
        sql`SELECT ${columns} FROM accounts ORDER BY sequence LIMIT 1`,
      );
      return row ?? account;
    },

    /** Inserts the account, or updates its name and plan. */
    async put({ id, name, plan, created_at }: AccountRecord): Promise<void> {
      await db.write(
        sql`INSERT INTO accounts (${columns}) VALUES (${id}, ${name}, ${plan}, ${created_at})
          ON CONFLICT (id) DO UPDATE SET name = excluded.name, plan = excluded.plan`,
      );
    },

    async setPlan(id: string, plan: AccountRecord['plan']): Promise<void> {
      await db.write(sql`UPDATE accounts SET plan = ${plan} WHERE id = ${id}`);
    },

    /** Inserts the team, or updates its name and replaces its members. */
    async putTeam(team: { id: string; name: string; members: TeamMember[] }): Promise<void> {
      const { id, name, members } = team;
      await db.write(
        sql`INSERT INTO teams (id, name) VALUES (${id}, ${name})
          ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
        sql`DELETE FROM team_members WHERE team_id = ${id}`,
        ...members.map(
          ({ account_id, webhooks }) =>
            sql`INSERT INTO team_members (team_id, account_id, webhooks)
              VALUES (${id}, ${account_id}, ${Number(webhooks)})`,
        ),
      );
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
