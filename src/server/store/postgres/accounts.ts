import type { AccountRecord, AccountStore, Membership, TeamMember } from '../store.ts';
import type { Executor, PostgresDatabase } from './database.ts';
import { lockFirsts } from './locks.ts';
import { rowsParameter } from './rows-parameter.ts';

export class PostgresAccounts implements AccountStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  get(id: string): Promise<AccountRecord | undefined> {
    return this.#database.get<AccountRecord>(
      'SELECT id, name, plan, created_at FROM accounts WHERE id = $1',
      id,
    );
  }

  ensureFirst(account: AccountRecord): Promise<AccountRecord> {
    return this.#database.transaction(async (executor) => {
      await lockFirsts(executor);
      const first = await executor.get<AccountRecord>(
        'SELECT id, name, plan, created_at FROM accounts ORDER BY sequence LIMIT 1',
      );
      if (!first) await put(executor, account);
      return first ?? account;
    });
  }

  put(account: AccountRecord): Promise<void> {
    return put(this.#database, account);
  }

  async setPlan(id: string, plan: AccountRecord['plan']): Promise<void> {
    await this.#database.run('UPDATE accounts SET plan = $1 WHERE id = $2', plan, id);
  }

  async putTeam(team: { id: string; name: string; members: TeamMember[] }): Promise<void> {
    await this.#database.transaction(async (executor) => {
      await executor.run(
        `INSERT INTO teams (id, name) VALUES ($1, $2)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
        team.id,
        team.name,
      );
      await executor.run('DELETE FROM team_members WHERE team_id = $1', team.id);
      await executor.run(
        `INSERT INTO team_members (team_id, account_id, webhooks)
         SELECT $1, account_id, webhooks FROM json_populate_recordset(NULL::team_members, $2)`,
        team.id,
        rowsParameter(
          team.members.map((member) => ({ ...member, webhooks: Number(member.webhooks) })),
        ),
      );
    });
  }

  async memberships(accountId: string): Promise<Membership[]> {
    const rows = await this.#database.all<{ team_id: string; webhooks: number }>(
      'SELECT team_id, webhooks FROM team_members WHERE account_id = $1 ORDER BY team_id',
      accountId,
    );
    return rows.map(({ team_id, webhooks }) => ({ team_id, webhooks: webhooks === 1 }));
  }
}

async function put(
  executor: Executor,
  { id, name, plan, created_at }: AccountRecord,
): Promise<void> {
  await executor.run(
    `INSERT INTO accounts (id, name, plan, created_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (id) DO UPDATE SET name = excluded.name, plan = excluded.plan`,
    id,
    name,
    plan,
    created_at,
  );
}
