import { createHmac, timingSafeEqual } from 'node:crypto';
import type { HmacInput } from '../hmac.ts';

/** Computes an HMAC-SHA256 with `node:crypto`. */
export function hmacSync({ key, prefix, body }: HmacInput): Buffer {
  return createHmac('sha256', key).update(prefix).update(body).digest();
}

/** Whether one of `digests`, of 32 bytes each, is the HMAC-SHA256. Compares in constant time. */
export function isHmacSync(input: HmacInput, digests: readonly Uint8Array[]): boolean {
  const expected = hmacSync(input);
  return digests.filter((digest) => timingSafeEqual(expected, digest)).length > 0;
}
