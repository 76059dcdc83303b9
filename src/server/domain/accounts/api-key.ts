import { randomBytes } from 'node:crypto';
import type { ApiKeyRecord } from '../../store/store.ts';
import { newId } from '../identifier.ts';
import { hashSecret } from './secret.ts';

/** A new API key. It is shown once; the store keeps only its hash. */
export function newApiKey(): string {
  return `nw_${randomBytes(24).toString('base64url')}`;
}

export function apiKeyRecord(
  key: string,
  accountId: string,
  name: string,
  now: number,
): ApiKeyRecord {
  return {
    id: newId('key'),
    account_id: accountId,
    hash: hashSecret(key),
    masked: masked(key),
    name,
    created_at: now,
  };
}

/** Shows at most a third of the key. Those of fixtures can be short. */
function masked(key: string): string {
  return key.length < 30 ? '…' : `${key.slice(0, 6)}…${key.slice(-4)}`;
}
