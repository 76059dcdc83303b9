import type { Clock } from '../../clock.ts';
import type { AccountRecord, Store } from '../../store/store.ts';
import { newId } from '../identifier.ts';
import { keyRecord, newKey } from './api-key.ts';

/** The account that was made first; an empty store gets one, on the reference plan. */
export function firstAccount({ accounts }: Store, clock: Clock): Promise<AccountRecord> {
  return accounts.ensureFirst({
    id: newId('acc'),
    name: 'owner',
    plan: 'active',
    created_at: clock.now(),
  });
}

/** A store that nobody has a key to gets one; of several processes, one makes it. */
export async function firstKey(store: Store, clock: Clock): Promise<string | undefined> {
  const { key, record } = await keyForFirst(store, clock);
  return (await store.keys.ensureFirst(record)) ? key : undefined;
}

/** A further key, for the first account. */
export async function makeKey(store: Store, clock: Clock): Promise<string> {
  const { key, record } = await keyForFirst(store, clock);
  await store.keys.ensure(record);
  return key;
}

async function keyForFirst(store: Store, clock: Clock) {
  const key = newKey();
  const { id } = await firstAccount(store, clock);
  return { key, record: keyRecord(key, id, 'made at start', clock.now()) };
}
