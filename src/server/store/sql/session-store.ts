import { ofEnabledAccount } from './account-store.ts';
import { raw, sql } from './sql.ts';
import type { SqlExecutor } from './sql-executor.ts';

/** A single-use link that signs a user in. */
export interface SignInLink {
  /** SHA-256 of the link's secret in hex. */
  hash: string;
  account_id: string;
  expires_at: number;
}

/** A browser session of a signed-in user. Its `hash` is that of the cookie's value. */
export interface Session extends SignInLink {
  created_at: number;
}

const linkColumns = raw('hash, account_id, expires_at');
const columns = raw('hash, account_id, created_at, expires_at');

export function sessionStore(db: SqlExecutor) {
  return {
    async addLink({ hash, account_id, expires_at }: SignInLink): Promise<void> {
      await db.write(
        sql`INSERT INTO sign_in_links (${linkColumns}) VALUES (${hash}, ${account_id}, ${expires_at})`,
      );
    },

    /** Deletes and returns the link; `undefined` if it is unknown, used or expired, or its account is
     * disabled. */
    async takeLink(hash: string, now: number): Promise<SignInLink | undefined> {
      const [row] = await db.write<SignInLink>(
        sql`DELETE FROM sign_in_links WHERE hash = ${hash} AND expires_at > ${now} AND ${ofEnabledAccount}
          RETURNING ${linkColumns}`,
      );
      return row;
    },

    async add({ hash, account_id, created_at, expires_at }: Session): Promise<void> {
      await db.write(
        sql`INSERT INTO sessions (${columns})
          VALUES (${hash}, ${account_id}, ${created_at}, ${expires_at})`,
      );
    },

    /** Finds a session that has not expired, of an enabled account. */
    find: (hash: string, now: number) =>
      db.get<Session>(
        sql`SELECT ${columns} FROM sessions
          WHERE hash = ${hash} AND expires_at > ${now} AND ${ofEnabledAccount}`,
      ),

    async delete(hash: string): Promise<void> {
      await db.write(sql`DELETE FROM sessions WHERE hash = ${hash}`);
    },
  };
}
