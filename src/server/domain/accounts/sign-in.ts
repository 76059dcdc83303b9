import type { AccountRecord } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { hashSecret, newSecret } from './secret.ts';

/** Milliseconds for which a link that nobody has used works. */
const linkLifetime = 60 * 60_000;

/** Milliseconds after which a human signs in again. */
export const sessionLifetime = 14 * 24 * 60 * 60_000;

/** How a human gets into the settings: a link that works once opens a session. */
export interface SignIn {
  /** The secret of a new link. Whoever runs the server gets it, never a key. */
  newLink(accountId: string): Promise<string>;
  /** Uses a link up. The secret of the session, or `undefined` for a link that no longer works. */
  useLink(secret: string): Promise<string | undefined>;
  /** Whose session it is; `undefined` when it has ended. */
  accountOf(session: string): Promise<AccountRecord | undefined>;
  end(session: string): Promise<void>;
}

export function createSignIn({ store, clock }: Pick<Context, 'store' | 'clock'>): SignIn {
  return {
    async newLink(account_id) {
      const secret = newSecret();
      const now = clock.now();
      const link = { hash: hashSecret(secret), account_id, expires_at: now + linkLifetime };
      await store.sessions.addLink(link, now);
      return secret;
    },

    async useLink(secret) {
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

    async accountOf(session) {
      const found = await store.sessions.find(hashSecret(session), clock.now());
      return found && store.accounts.get(found.account_id);
    },

    end: (session) => store.sessions.delete(hashSecret(session)),
  };
}
