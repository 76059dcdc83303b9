import type { Clock } from '../../clock.ts';
import type { AccountRecord, Store } from '../../store/store.ts';
import { newId } from '../identifier.ts';
import { apiKeyRecord, newApiKey } from './api-key.ts';

/** The oldest account. If there is none, it is created with an active plan. */
export function ensureDefaultAccount({ accounts }: Store, clock: Clock): Promise<AccountRecord> {
  return accounts.ensureFirst({
    id: newId('acc'),
    name: 'owner',
    plan: 'active',
    created_at: clock.now(),
  });
}

/**
 * A new API key of the default account if the store had no keys; otherwise `undefined`. If several
 * processes start at the same time, only one creates it.
 *
 * @param options.another whether to create a key even if there are others
 */
export async function createDefaultApiKey(
  store: Store,
  clock: Clock,
  { another = false } = {},
): Promise<string | undefined> {
  const key = newApiKey();
  const { id } = await ensureDefaultAccount(store, clock);
  const record = apiKeyRecord(key, id, 'made at start', clock.now());
  if (!another) return (await store.keys.ensureFirst(record)) ? key : undefined;
  await store.keys.ensure(record);
  return key;
}
