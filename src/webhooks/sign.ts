import { createHmac } from 'node:crypto';
import { checkSecret } from './secret.ts';

/** The raw bytes of a body, or a string, which is encoded as UTF-8. */
export type RawBody = Uint8Array | string;

/**
 * Signs one webhook request (docs/service.md §8.3).
 *
 * @param timestamp the exact value of the `X-Service-Timestamp` header
 * @param body the exact bytes of the request body
 * @returns `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`
 * @throws {WebhookError} `bad_secret`
 */
export function sign(secret: string, timestamp: string, body: RawBody): string {
  return `v1=${signatureDigest(checkSecret(secret), timestamp, body).toString('hex')}`;
}

/** The 32 bytes of the signature. */
export function signatureDigest(
  key: string | Uint8Array,
  timestamp: string,
  body: RawBody,
): Buffer {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
}
