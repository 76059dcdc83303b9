import { randomBytes } from 'node:crypto';
import type { ApiKeyRecord, Store } from '../../store/store.ts';
import type { Principal } from '../context.ts';
import { newId } from '../identifier.ts';
import { hashSecret } from './secret.ts';

/** A new API key. It is shown once; the store keeps only its {@link hashSecret}. */
export function newApiKey(): string {
  return `nw_${randomBytes(24).toString('base64url')}`;
}

export function apiKeyRecord(
  key: string,
  accountId: string,
  name: string,
  now: number,
): ApiKeyRecord {
  return { id: newId('key'), account_id: accountId, hash: hashSecret(key), name, created_at: now };
}

/** The principal of an API key; `undefined` if the key is unknown or revoked. */
export async function principalOfKey(store: Store, key: string): Promise<Principal | undefined> {
  const account = await store.keys.holder(hashSecret(key));
  return account && { account };
}
