import type { Database } from '../../../storage/database.ts';
import type { AccountRecord, AccountStore, Membership, TeamMember } from '../store.ts';

export class SqliteAccounts implements AccountStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async get(id: string): Promise<AccountRecord | undefined> {
    return this.#database.get<AccountRecord>(
      'SELECT id, name, plan, created_at FROM accounts WHERE id = ?',
      id,
    );
  }

  async ensureFirst(account: AccountRecord): Promise<AccountRecord> {
    return this.#database.transaction(() => {
      const first = this.#database.get<AccountRecord>(
        'SELECT id, name, plan, created_at FROM accounts ORDER BY rowid LIMIT 1',
      );
      if (!first) this.#put(account);
      return first ?? account;
    });
  }

  async put(account: AccountRecord): Promise<void> {
    this.#put(account);
  }

  #put({ id, name, plan, created_at }: AccountRecord): void {
    this.#database.run(
      `INSERT INTO accounts (id, name, plan, created_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET name = excluded.name, plan = excluded.plan`,
      id,
      name,
      plan,
      created_at,
    );
  }

  async setPlan(id: string, plan: AccountRecord['plan']): Promise<void> {
    this.#database.run('UPDATE accounts SET plan = ? WHERE id = ?', plan, id);
  }

  async putTeam(team: { id: string; name: string; members: TeamMember[] }): Promise<void> {
    const database = this.#database;
    database.transaction(() => {
      database.run(
        `INSERT INTO teams (id, name) VALUES (?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
        team.id,
        team.name,
      );
      database.run('DELETE FROM team_members WHERE team_id = ?', team.id);
      for (const { account_id, webhooks } of team.members) {
        database.run(
          'INSERT INTO team_members (team_id, account_id, webhooks) VALUES (?, ?, ?)',
          team.id,
          account_id,
          webhooks ? 1 : 0,
        );
      }
    });
  }

  async memberships(accountId: string): Promise<Membership[]> {
    return this.#database
      .all<{ team_id: string; webhooks: number }>(
        'SELECT team_id, webhooks FROM team_members WHERE account_id = ? ORDER BY team_id',
        accountId,
      )
      .map(({ team_id, webhooks }) => ({ team_id, webhooks: webhooks === 1 }));
  }
}
