import type { Session, SessionStore, SignInLink } from '../store.ts';
import type { PostgresDatabase } from './database.ts';

export class PostgresSessions implements SessionStore {
  readonly #database: PostgresDatabase;

  constructor(database: PostgresDatabase) {
    this.#database = database;
  }

  async addLink({ hash, account_id, expires_at }: SignInLink, now: number): Promise<void> {
    await this.#database.transaction(async (executor) => {
      await executor.run('DELETE FROM sign_in_links WHERE expires_at <= $1', now);
      await executor.run('DELETE FROM sessions WHERE expires_at <= $1', now);
      await executor.run(
        'INSERT INTO sign_in_links (hash, account_id, expires_at) VALUES ($1, $2, $3)',
        hash,
        account_id,
        expires_at,
      );
    });
  }

  takeLink(hash: string, now: number): Promise<SignInLink | undefined> {
    return this.#database.get<SignInLink>(
      `DELETE FROM sign_in_links WHERE hash = $1 AND expires_at > $2
       RETURNING hash, account_id, expires_at`,
      hash,
      now,
    );
  }

  async add({ hash, account_id, created_at, expires_at }: Session): Promise<void> {
    await this.#database.run(
      'INSERT INTO sessions (hash, account_id, created_at, expires_at) VALUES ($1, $2, $3, $4)',
      hash,
      account_id,
      created_at,
      expires_at,
    );
  }

  find(hash: string, now: number): Promise<Session | undefined> {
    return this.#database.get<Session>(
      `SELECT hash, account_id, created_at, expires_at FROM sessions
       WHERE hash = $1 AND expires_at > $2`,
      hash,
      now,
    );
  }

  async delete(hash: string): Promise<void> {
    await this.#database.run('DELETE FROM sessions WHERE hash = $1', hash);
  }

  async leaveFlash(hash: string, flash: string): Promise<void> {
    await this.#database.run('UPDATE sessions SET flash = $1 WHERE hash = $2', flash, hash);
  }

  async takeFlash(hash: string): Promise<string | undefined> {
    // The lock comes before the row is read: of two that take it, the second finds it gone.
    const taken = await this.#database.get<{ flash: string }>(
      `WITH left_there AS MATERIALIZED (
         SELECT hash, flash FROM sessions WHERE hash = $1 AND flash IS NOT NULL FOR UPDATE
       )
       UPDATE sessions SET flash = NULL FROM left_there WHERE sessions.hash = left_there.hash
       RETURNING left_there.flash`,
      hash,
    );
    return taken?.flash;
  }
}
