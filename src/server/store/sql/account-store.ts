import type { AccountRecord, AccountStore, Membership, TeamMember } from '../store.ts';
import { insert } from './insert.ts';
import type { SqlExecutor } from './sql-executor.ts';

const columns = 'id, name, plan, created_at';

export class SqlAccounts implements AccountStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  get(id: string): Promise<AccountRecord | undefined> {
    return this.#executor.get<AccountRecord>(`SELECT ${columns} FROM accounts WHERE id = ?`, id);
  }

  async ensureFirst({ id, name, plan, created_at }: AccountRecord): Promise<AccountRecord> {
    const { rows } = await this.#executor.batch<AccountRecord>(
      ...this.#executor.dialect.lockTable('accounts'),
      {
        sql: `INSERT INTO accounts (${columns}) SELECT ?, ?, ?, ?
          WHERE NOT EXISTS (SELECT 1 FROM accounts)`,
        values: [id, name, plan, created_at],
      },
      { sql: `SELECT ${columns} FROM accounts ORDER BY sequence LIMIT 1`, values: [] },
    );
    return rows[0] ?? { id, name, plan, created_at };
  }

  async put({ id, name, plan, created_at }: AccountRecord): Promise<void> {
    await this.#executor.run(
      `INSERT INTO accounts (${columns}) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, plan = excluded.plan`,
      id,
      name,
      plan,
      created_at,
    );
  }

  async setPlan(id: string, plan: AccountRecord['plan']): Promise<void> {
    await this.#executor.run('UPDATE accounts SET plan = ? WHERE id = ?', plan, id);
  }

  async putTeam(team: { id: string; name: string; members: TeamMember[] }): Promise<void> {
    const { id, name } = team;
    const members = team.members.map(({ account_id, webhooks }) => ({
      team_id: id,
      account_id,
      webhooks: Number(webhooks),
    }));
    await this.#executor.batch(
      {
        sql: `INSERT INTO teams (id, name) VALUES (?, ?)
          ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
        values: [id, name],
      },
      { sql: 'DELETE FROM team_members WHERE team_id = ?', values: [id] },
      ...insert(this.#executor.dialect, {
        table: 'team_members',
        columns: ['team_id', 'account_id', 'webhooks'],
        records: members,
      }),
    );
  }

  async memberships(accountId: string): Promise<Membership[]> {
    const rows = await this.#executor.all<{ team_id: string; webhooks: number }>(
      'SELECT team_id, webhooks FROM team_members WHERE account_id = ? ORDER BY team_id',
      accountId,
    );
    return rows.map(({ team_id, webhooks }) => ({ team_id, webhooks: webhooks === 1 }));
  }
}
