import { randomBytes } from 'node:crypto';
import type { ApiKey, Store } from '../../store/store.ts';
import type { Caller } from '../context.ts';
import { newId } from '../identifier.ts';
import { digest } from './secret.ts';

/** A new key. It is shown once; the store keeps only its {@link digest}. */
export function newKey(): string {
  return `nw_${randomBytes(24).toString('base64url')}`;
}

/** The stored form of a key. */
export function keyRecord(key: string, accountId: string, name: string, now: number): ApiKey {
  return { id: newId('key'), account_id: accountId, hash: digest(key), name, created_at: now };
}

/** Who a key stands for; `undefined` for a key that is unknown or revoked. */
export async function callerOfKey(store: Store, key: string): Promise<Caller | undefined> {
  const account = await store.keys.holder(digest(key));
  return account && { account };
}
