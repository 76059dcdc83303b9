import { webhookHeader } from '../contract/events.ts';
import type { RawBody } from './raw-body.ts';
import { checkSecrets } from './secret.ts';
import { sign } from './sign.ts';

/** What to sign. */
export interface SigningOptions {
  /** The raw request body. */
  body: RawBody;
  /** The `id` of the event in the body. */
  eventId: string;
  /** One secret, or several during a rotation, which produce one signature each. */
  secrets: string | readonly string[];
  /** Milliseconds since the epoch (default: the system clock). */
  now?: number;
}

/** The three headers of a webhook request. A type, not an interface: it is a `Record` and a `HeadersInit`. */
export type SignedHeaders = {
  /** One signature for each secret, separated by commas. */
  'X-Service-Signature': string;
  /** Seconds since the epoch. */
  'X-Service-Timestamp': string;
  /** The id of the event. */
  'X-Service-Event-Id': string;
};

/**
 * Signs a webhook request and returns its headers.
 *
 * @throws {WebhookError} `bad_secret`, or `bad_arguments` for a body of another type
 */
export async function signedHeaders(options: SigningOptions): Promise<SignedHeaders> {
  const { body, eventId, secrets, now = Date.now() } = options;
  const timestamp = timestampText(now);
  const signatures = await Promise.all(
    checkSecrets(secrets).map((secret) => sign(secret, timestamp, body)),
  );
  return signatureHeaders(eventId, timestamp, signatures);
}

/** The value of `X-Service-Timestamp`: whole seconds. */
export function timestampText(milliseconds: number): string {
  return String(Math.floor(milliseconds / 1000));
}

export function signatureHeaders(
  eventId: string,
  timestamp: string,
  signatures: readonly string[],
): SignedHeaders {
  return {
    [webhookHeader.signature]: signatures.join(','),
    [webhookHeader.timestamp]: timestamp,
    [webhookHeader.eventId]: eventId,
  };
}
