import { checkOptions } from '../contract/check-options.ts';
import { objectWith } from '../contract/option-types.ts';
import { type Clock, realClock } from './clock.ts';
import { accountAdmin, type DeletedAccount } from './domain/accounts/account-admin.ts';
import { keyAdmin } from './domain/accounts/key-admin.ts';
import { createSignIn } from './domain/accounts/sign-in.ts';
import { teamAdmin } from './domain/accounts/team-admin.ts';
import { storeLocationTypes } from './server-option-types.ts';
import { openExistingStore, type StoreLocation } from './store/open-store.ts';
import { toTimestamp } from './timestamp.ts';

/** Options of {@link openAdmin}: the store, and the clock. */
export interface AdminOptions extends StoreLocation {
  /** The time of changes, such as that of a new account (default: the system clock). */
  clock?: Pick<Clock, 'now'>;
}

/** The operator's access to accounts, teams and keys in a store. */
export type Admin = Awaited<ReturnType<typeof openAdmin>>;

const optionTypes = {
  ...storeLocationTypes,
  clock: objectWith('now', 'a clock, with the method now()'),
};

/**
 * Opens a store to administer its accounts. Servers may use the store at the same time: changes apply to
 * their next request.
 *
 * @throws {StoreUnavailable} if there is no store in the folder, or it cannot be used
 * @throws {TypeError} if an option is unknown or has another type
 */
export async function openAdmin(options: AdminOptions) {
  checkOptions('openAdmin()', options, optionTypes);
  const { clock = realClock() } = options;
  const store = await openExistingStore(options);
  const context = { store, now: () => clock.now() };
  const accounts = accountAdmin(context);
  const signIn = createSignIn({ store, clock });
  return {
    accounts: {
      ...accounts,
      /** Deletes the account; then no file of an SQLite store contains its text. */
      async delete(id: string): Promise<DeletedAccount> {
        await accounts.get(id);
        // Before, so that the next start of a server erases the text if this is interrupted.
        await store.erasure?.request();
        const deleted = await accounts.delete(id);
        await store.erasure?.run();
        return deleted;
      },
    },
    teams: teamAdmin(context),
    keys: keyAdmin(context),

    /**
     * Creates a link that signs a person in to an account, once, within an hour.
     *
     * @param baseUrl origin of the server
     * @throws {AdminError} `not_found`, or `conflict` if the account is disabled
     */
    async signIn(accountId: string, baseUrl: string): Promise<{ url: string; expires_at: string }> {
      await accounts.assertEnabled(accountId);
      const { secret, expires_at } = await signIn.newLink(accountId);
      return { url: `${baseUrl}/sign-in?token=${secret}`, expires_at: toTimestamp(expires_at) };
    },

    close: () => store.close(),
  };
}
