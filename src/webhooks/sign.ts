import { createHmac } from 'node:crypto';
import { checkSecret } from './secret.ts';
import { typeName } from './type-name.ts';
import { WebhookError } from './webhook-error.ts';

/** The raw bytes of a body, or a string, which is encoded as UTF-8. */
export type RawBody = Uint8Array | string;

/**
 * Signs one webhook request (docs/service.md §8.3).
 *
 * @param timestamp the exact value of the `X-Service-Timestamp` header
 * @param body the exact bytes of the request body
 * @returns `v1=` and the hex HMAC-SHA256 of `<timestamp>.<body>`
 * @throws {WebhookError} `bad_secret`, or `bad_arguments` for a body of another type
 */
export function sign(secret: string, timestamp: string, body: RawBody): string {
  const digest = signatureDigest(checkSecret(secret), timestamp, checkBody(body));
  return `v1=${digest.toString('hex')}`;
}

/** @throws {WebhookError} `bad_arguments` if a body is neither bytes nor a string */
export function checkBody(body: RawBody): RawBody {
  if (typeof body === 'string' || body instanceof Uint8Array) return body;
  throw new WebhookError(
    'bad_arguments',
    `body is ${typeName(body)}: pass the raw bytes of the request (a Uint8Array, such as a Buffer) or its text, before any parsing`,
  );
}

/** The 32 bytes of the signature. */
export function signatureDigest(
  key: string | Uint8Array,
  timestamp: string,
  body: RawBody,
): Buffer {
  return createHmac('sha256', key).update(`${timestamp}.`).update(body).digest();
}
