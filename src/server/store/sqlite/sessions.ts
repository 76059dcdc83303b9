import type { Database } from '../../../storage/database.ts';
import type { Session, SessionStore, SignInLink } from '../store.ts';

export class SqliteSessions implements SessionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async addLink({ hash, account_id, expires_at }: SignInLink, now: number): Promise<void> {
    const database = this.#database;
    database.transaction(() => {
      database.run('DELETE FROM sign_in_links WHERE expires_at <= ?', now);
      database.run('DELETE FROM sessions WHERE expires_at <= ?', now);
      database.run(
        'INSERT INTO sign_in_links (hash, account_id, expires_at) VALUES (?, ?, ?)',
        hash,
        account_id,
        expires_at,
      );
    });
  }

  async takeLink(hash: string, now: number): Promise<SignInLink | undefined> {
    return this.#database.get<SignInLink>(
      `DELETE FROM sign_in_links WHERE hash = ? AND expires_at > ?
       RETURNING hash, account_id, expires_at`,
      hash,
      now,
    );
  }

  async add({ hash, account_id, created_at, expires_at }: Session): Promise<void> {
    this.#database.run(
      'INSERT INTO sessions (hash, account_id, created_at, expires_at) VALUES (?, ?, ?, ?)',
      hash,
      account_id,
      created_at,
      expires_at,
    );
  }

  async find(hash: string, now: number): Promise<Session | undefined> {
    return this.#database.get<Session>(
      `SELECT hash, account_id, created_at, expires_at FROM sessions
       WHERE hash = ? AND expires_at > ?`,
      hash,
      now,
    );
  }

  async delete(hash: string): Promise<void> {
    this.#database.run('DELETE FROM sessions WHERE hash = ?', hash);
  }

  async leaveFlash(hash: string, flash: string): Promise<void> {
    this.#database.run('UPDATE sessions SET flash = ? WHERE hash = ?', flash, hash);
  }

  async takeFlash(hash: string): Promise<string | undefined> {
    const database = this.#database;
    return database.transaction(() => {
      const row = database.get<{ flash: string | null }>(
        'SELECT flash FROM sessions WHERE hash = ?',
        hash,
      );
      if (!row?.flash) return undefined;
      database.run('UPDATE sessions SET flash = NULL WHERE hash = ?', hash);
      return row.flash;
    });
  }
}
