import type { Dialect } from './dialect.ts';
import { raw, type Sql, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';
import { stopQueuedOfMember, stopQueuedOfOthers } from './stop-queued.ts';

/** A member of a team. */
interface TeamMember {
  /** The account of the member. */
  account_id: string;
  /** Whether this member may connect the team's monitors to webhooks. */
  webhooks: boolean;
}

/** A new or changed member. */
export interface MemberChange extends Pick<TeamMember, 'account_id'> {
  webhooks?: boolean | undefined;
}

/** A team and its members, who see its monitors and alerts. */
export interface TeamRecord {
  /** Such as `team_0123456789abcdef0123`, or any text in a fixture. */
  id: string;
  /** For people. */
  name: string;
  /** In the order of their account ids. */
  members: readonly TeamMember[];
}

/** A team of an account. */
export interface OwnTeam extends Pick<TeamRecord, 'id' | 'name'> {
  /** Whether the account may change the team's monitors and connect them to webhooks. */
  webhooks: boolean;
}

export interface NamedMember extends TeamMember {
  /** The name of the account. */
  name: string;
}

/** Alerts that are changed in one transaction. */
const batchSize = 1000;

export function teamStore(db: SqlExecutor) {
  async function withMembers(
    teams: readonly Pick<TeamRecord, 'id' | 'name'>[],
  ): Promise<TeamRecord[]> {
    const rows = await db.all<{ team_id: string; account_id: string; webhooks: number }>(
      sql`SELECT team_id, account_id, webhooks FROM team_members
          WHERE ${db.dialect.isIn(
            'team_id',
            teams.map(({ id }) => id),
          )} ORDER BY account_id`,
    );
    return teams.map((team) => ({
      ...team,
      members: rows
        .filter(({ team_id }) => team_id === team.id)
        .map(({ account_id, webhooks }) => ({ account_id, webhooks: webhooks === 1 })),
    }));
  }

  return {
    /** In the order of their ids; after a team if one is given. */
    list: async (limit: number, after = ''): Promise<TeamRecord[]> =>
      withMembers(
        await db.all(
          sql`SELECT id, name FROM teams WHERE id > ${after} ORDER BY id LIMIT ${limit}`,
        ),
      ),

    async get(id: string): Promise<TeamRecord | undefined> {
      const [team] = await withMembers(
        await db.all(sql`SELECT id, name FROM teams WHERE id = ${id}`),
      );
      return team;
    },

    /** The teams that the account is a member of. */
    async ofAccount(accountId: string): Promise<OwnTeam[]> {
      const rows = await db.all<{ id: string; name: string; webhooks: number }>(
        sql`SELECT t.id, t.name, m.webhooks FROM team_members m JOIN teams t ON t.id = m.team_id
          WHERE m.account_id = ${accountId} ORDER BY t.id`,
      );
      return rows.map((row) => ({ ...row, webhooks: row.webhooks === 1 }));
    },

    /** The numbers of members, by the ids of the teams. */
    async countMembers(ids: readonly string[]): Promise<ReadonlyMap<string, number>> {
      const rows = await db.all<{ team_id: string; count: number }>(
        sql`SELECT team_id, count(*) AS count FROM team_members
          WHERE ${db.dialect.isIn('team_id', ids)} GROUP BY team_id`,
      );
      return new Map(rows.map(({ team_id, count }) => [team_id, count]));
    },

    /** A part of the members of a team, in the order of their account ids. */
    async members(
      teamId: string,
      { offset, limit }: { offset: number; limit: number },
    ): Promise<NamedMember[]> {
      const rows = await db.all<{ account_id: string; name: string; webhooks: number }>(
        sql`SELECT m.account_id, a.name, m.webhooks
          FROM team_members m JOIN accounts a ON a.id = m.account_id
          WHERE m.team_id = ${teamId} ORDER BY m.account_id LIMIT ${limit} OFFSET ${offset}`,
      );
      return rows.map((row) => ({ ...row, webhooks: row.webhooks === 1 }));
    },

    async create({ id, name }: Pick<TeamRecord, 'id' | 'name'>): Promise<void> {
      await db.write(sql`INSERT INTO teams (id, name) VALUES (${id}, ${name})`);
    },

    /**
     * Adds the account to the team, or changes its permission. Both must exist. Without the permission,
     * its queued deliveries of the team's monitors are stopped for good.
     *
     * @param member.webhooks default: an existing member keeps what it has, and a new one has none
     */
    async setMember(teamId: string, { account_id, webhooks }: MemberChange): Promise<void> {
      const onConflict =
        webhooks === undefined ? raw('NOTHING') : raw('UPDATE SET webhooks = excluded.webhooks');
      await db.write(
        lockMembers(db.dialect, [account_id]),
        sql`INSERT INTO team_members (team_id, account_id, webhooks)
          VALUES (${teamId}, ${account_id}, ${Number(webhooks ?? false)})
          ON CONFLICT (account_id, team_id) DO ${onConflict}`,
        advanceMembers(db.dialect, teamId, [account_id]),
      );
      if (webhooks === false) await stopQueuedOfMember(db, teamId, account_id);
    },

    /**
     * Stops the queued deliveries of the account for the team's monitors for good.
     *
     * @returns `false` if the account is not a member
     */
    async removeMember(teamId: string, accountId: string): Promise<boolean> {
      const rows = await db.write(
        sql`DELETE FROM team_members WHERE team_id = ${teamId} AND account_id = ${accountId}
          RETURNING team_id`,
      );
      await stopQueuedOfMember(db, teamId, accountId);
      return rows.length === 1;
    },

    /**
     * Deletes the team. Its monitors and alerts become those of their owners only: queued deliveries of other
     * accounts are stopped for good.
     */
    async delete(id: string): Promise<void> {
      const monitors = await db.all<{ id: string; owner_id: string }>(
        sql`SELECT id, owner_id FROM monitors WHERE team_id = ${id} ORDER BY id`,
      );
      for (let changed = batchSize; changed === batchSize; ) {
        const alerts = await db.write(
          sql`UPDATE alerts SET team_id = NULL WHERE sequence IN (
              SELECT sequence FROM alerts WHERE team_id = ${id} LIMIT ${batchSize}
            ) RETURNING sequence`,
        );
        changed = alerts.length;
      }
      await db.write(
        sql`UPDATE monitors SET team_id = NULL WHERE team_id = ${id}`,
        sql`UPDATE alerts SET team_id = NULL WHERE team_id = ${id}`,
        sql`DELETE FROM team_members WHERE team_id = ${id}`,
        sql`DELETE FROM teams WHERE id = ${id}`,
      );
      for (const monitor of monitors) await stopQueuedOfOthers(db, monitor);
    },
  };
}

/** Keeps runs from recording alerts that the accounts see. */
function lockMembers(dialect: Dialect, ids: readonly string[], others: Sql = raw('1 = 0')): Sql {
  return sql`SELECT id FROM accounts WHERE ${dialect.isIn('id', ids)} OR ${others}
    ORDER BY id ${dialect.lockRows}`;
}

/**
 * Makes `last_alert_at` of the members include the team's alerts, so that later alerts have later
 * times for new members too.
 */
function advanceMembers(dialect: Dialect, teamId: string, ids: readonly string[]): Sql {
  const lastOfTeam = sql`(SELECT coalesce(max(created_at), 0) FROM alerts WHERE team_id = ${teamId})`;
  return sql`UPDATE accounts SET last_alert_at = ${lastOfTeam}
    WHERE ${dialect.isIn('id', ids)} AND last_alert_at < ${lastOfTeam}`;
}

/**
 * Inserts the team, or updates its name and replaces its members. The accounts are locked first, so
 * that no run records an alert of the team meanwhile.
 */
export function replaceTeam(dialect: Dialect, { id, name, members }: TeamRecord): Sql[] {
  const ids = members.map(({ account_id }) => account_id);
  return [
    lockMembers(
      dialect,
      ids,
      sql`id IN (SELECT account_id FROM team_members WHERE team_id = ${id})`,
    ),
    sql`INSERT INTO teams (id, name) VALUES (${id}, ${name})
      ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
    sql`DELETE FROM team_members WHERE team_id = ${id}`,
    ...members.map(
      ({ account_id, webhooks }) =>
        sql`INSERT INTO team_members (team_id, account_id, webhooks)
          VALUES (${id}, ${account_id}, ${Number(webhooks)})`,
    ),
    advanceMembers(dialect, id, ids),
  ];
}
