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
 * An API key of the default account if the store had no keys; otherwise `undefined`. Of several
 * processes that start at once, one creates it.
 */
export async function ensureDefaultApiKey(store: Store, clock: Clock): Promise<string | undefined> {
  const { key, record } = await newDefaultApiKey(store, clock);
  return (await store.keys.ensureFirst(record)) ? key : undefined;
}

/** Adds an API key to the default account. */
export async function createDefaultApiKey(store: Store, clock: Clock): Promise<string> {
  const { key, record } = await newDefaultApiKey(store, clock);
  await store.keys.ensure(record);
  return key;
}

async function newDefaultApiKey(store: Store, clock: Clock) {
  const key = newApiKey();
  const { id } = await ensureDefaultAccount(store, clock);
  return { key, record: apiKeyRecord(key, id, 'made at start', clock.now()) };
}
