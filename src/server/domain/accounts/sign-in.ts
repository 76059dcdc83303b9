import type { Clock } from '../../clock.ts';
import type { AccountRecord } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { hashSecret, newSecret } from './secret.ts';

const minute = 60_000;

/** Milliseconds until an unused sign-in link expires. */
const linkLifetime = 60 * minute;

/** Milliseconds until a session expires. */
export const sessionLifetime = 14 * 24 * 60 * minute;

/** Signs users in to the settings page: a single-use link opens a session. */
export type SignIn = ReturnType<typeof createSignIn>;

export function createSignIn({
  store,
  clock,
}: Pick<Context, 'store'> & { clock: Pick<Clock, 'now'> }) {
  return {
    /** @returns the secret of a new link, for the operator of the server, and when it expires */
    async newLink(account_id: string): Promise<{ secret: string; expires_at: number }> {
      const secret = newSecret();
      const expires_at = clock.now() + linkLifetime;
      await store.sessions.addLink({ hash: hashSecret(secret), account_id, expires_at });
      return { secret, expires_at };
    },

    /** @returns the secret of a new session; `undefined` if the link is unknown, used or expired */
    async useLink(secret: string): Promise<string | undefined> {
      const now = clock.now();
      const link = await store.sessions.takeLink(hashSecret(secret), now);
      if (!link) return undefined;
      const session = newSecret();
      await store.sessions.add({
        hash: hashSecret(session),
        account_id: link.account_id,
        created_at: now,
        expires_at: now + sessionLifetime,
      });
      return session;
    },

    /** The account of a session; `undefined` if the session is unknown or has ended. */
    async accountOf(session: string): Promise<AccountRecord | undefined> {
      const found = await store.sessions.find(hashSecret(session), clock.now());
      return found && store.accounts.get(found.account_id);
    },

    end: (session: string) => store.sessions.delete(hashSecret(session)),
  };
}
