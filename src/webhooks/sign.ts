import { createHmac } from 'node:crypto';
import { checkSecret } from './secret.ts';

/** Bytes as they travel, or text that stands for its UTF-8 bytes. */
export type RawBody = Uint8Array | string;

/**
 * Signs one webhook request: `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>` (service
 * document, "Headers sent and signature").
 *
 * @param timestamp the `X-Service-Timestamp` header, character for character
 * @param body the exact bytes of the request's body
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
