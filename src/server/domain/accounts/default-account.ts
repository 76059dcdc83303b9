import type { Clock } from '../../clock.ts';
import type { AccountRecord, Store } from '../../store/store.ts';
import { newId } from '../identifier.ts';
import { disabledAccount } from './admin-error.ts';
import { apiKeyRecord, newApiKey } from './api-key.ts';
import { hashSecret } from './secret.ts';

/** Returns the oldest account. If there is none, creates one with an active plan. */
function ensureDefaultAccount({ accounts }: Store, clock: Clock): Promise<AccountRecord> {
  return accounts.ensureFirst({
    id: newId('acc'),
    name: 'owner',
    plan: 'active',
    plan_managed_by: 'user',
    created_at: clock.now(),
  });
}

/**
 * Creates an API key for the default account and returns it; `undefined` if the store already has
 * keys. If several processes start at the same time, only one creates it.
 *
 * @param options.another whether to create a key even if there are others
 * @throws {AdminError} `conflict` if another key is wanted and the account is disabled
 */
export async function createDefaultApiKey(
  store: Store,
  clock: Clock,
  { another = false } = {},
): Promise<string | undefined> {
  const key = newApiKey();
  const { id, disabled_at } = await ensureDefaultAccount(store, clock);
  const record = apiKeyRecord(key, id, 'made at start', clock.now());
  if (another && disabled_at !== null) throw disabledAccount(id);
  if (!another) return (await store.keys.ensureFirst(record)) ? key : undefined;
  await store.keys.ensure(record);
  return key;
}

/** The account of a key, or the default account if the key is unknown. */
export async function accountOfKey(
  store: Store,
  clock: Clock,
  key: string | undefined,
): Promise<AccountRecord> {
  const holder = key === undefined ? undefined : await store.keys.holder(hashSecret(key));
  return holder ?? ensureDefaultAccount(store, clock);
}

/** Makes a key valid for the account of another key. */
export async function addEqualKey(
  store: Store,
  clock: Clock,
  { key, like }: { key: string | undefined; like: string | undefined },
): Promise<void> {
  if (key === undefined || key === like) return;
  const { id } = await accountOfKey(store, clock, like);
  await store.keys.ensure(apiKeyRecord(key, id, 'made at restore', clock.now()));
}
