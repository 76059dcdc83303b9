import type { Clock } from './clock.ts';
import { keyRecord, newKey } from './service/api-key.ts';
import { newId } from './service/identifier.ts';
import type { Account, Store } from './store/store.ts';

/** The account that was made first; an empty store gets one, on the reference plan. */
export async function firstAccount({ accounts }: Store, clock: Clock): Promise<Account> {
  const known = await accounts.first();
  if (known) return known;
  const account: Account = {
    id: newId('acc'),
    name: 'owner',
    plan: 'active',
    created_at: clock.now(),
  };
  await accounts.put(account);
  return account;
}

/** A store that nobody has a key to gets one. */
export async function firstKey(store: Store, clock: Clock): Promise<string | undefined> {
  return (await store.keys.count()) > 0 ? undefined : makeKey(store, clock);
}

/** A further key, for the first account. */
export async function makeKey(store: Store, clock: Clock): Promise<string> {
  const key = newKey();
  const { id } = await firstAccount(store, clock);
  await store.keys.ensure(keyRecord(key, id, 'made at start', clock.now()));
  return key;
}
