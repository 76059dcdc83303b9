import type { Session, SessionStore, SignInLink } from '../store.ts';
import type { SqlExecutor } from './sql-executor.ts';

const columns = 'hash, account_id, created_at, expires_at';

export class SqlSessions implements SessionStore {
  readonly #executor: SqlExecutor;

  constructor(executor: SqlExecutor) {
    this.#executor = executor;
  }

  async addLink({ hash, account_id, expires_at }: SignInLink, now: number): Promise<void> {
    await this.#executor.batch(
      { sql: 'DELETE FROM sign_in_links WHERE expires_at <= ?', values: [now] },
      { sql: 'DELETE FROM sessions WHERE expires_at <= ?', values: [now] },
      {
        sql: 'INSERT INTO sign_in_links (hash, account_id, expires_at) VALUES (?, ?, ?)',
        values: [hash, account_id, expires_at],
      },
    );
  }

  async takeLink(hash: string, now: number): Promise<SignInLink | undefined> {
    const { rows } = await this.#executor.batch<SignInLink>({
      sql: `DELETE FROM sign_in_links WHERE hash = ? AND expires_at > ?
        RETURNING hash, account_id, expires_at`,
      values: [hash, now],
    });
    return rows[0];
  }

  async add({ hash, account_id, created_at, expires_at }: Session): Promise<void> {
    await this.#executor.run(
      `INSERT INTO sessions (${columns}) VALUES (?, ?, ?, ?)`,
      hash,
      account_id,
      created_at,
      expires_at,
    );
  }

  find(hash: string, now: number): Promise<Session | undefined> {
    return this.#executor.get<Session>(
      `SELECT ${columns} FROM sessions WHERE hash = ? AND expires_at > ?`,
      hash,
      now,
    );
  }

  async delete(hash: string): Promise<void> {
    await this.#executor.run('DELETE FROM sessions WHERE hash = ?', hash);
  }

  async leaveFlash(hash: string, flash: string): Promise<void> {
    await this.#executor.run('UPDATE sessions SET flash = ? WHERE hash = ?', flash, hash);
  }

  async takeFlash(hash: string): Promise<string | undefined> {
    const { rows } = await this.#executor.batch<{ flash: string | null }>(
      // Locks the row before it reads the flash, so that only one of two callers gets it.
      {
        sql: 'UPDATE sessions SET flash = flash WHERE hash = ? RETURNING flash',
        values: [hash],
      },
      { sql: 'UPDATE sessions SET flash = NULL WHERE hash = ?', values: [hash] },
    );
    return rows[0]?.flash ?? undefined;
  }
}
