import { webhookHeader } from '../contract/events.ts';
import { checkSecrets } from './secret.ts';
import { type RawBody, sign } from './sign.ts';

export interface SigningOptions {
  body: RawBody;
  /** Equals the payload's `id`. */
  eventId: string;
  /** Several while they are being changed over: one signature each, separated by commas. */
  secrets: string | readonly string[];
  /** Milliseconds since the epoch; the system's clock unless given. */
  now?: number;
}

/**
 * The three headers that a sender adds to one attempt; the timestamp is 10-digit seconds.
 *
 * @throws {WebhookError} `bad_secret`
 */
export function signedHeaders({ body, eventId, secrets, now = Date.now() }: SigningOptions): {
  'X-Service-Signature': string;
  'X-Service-Timestamp': string;
  'X-Service-Event-Id': string;
} {
  const timestamp = String(Math.floor(now / 1000));
  const signatures = checkSecrets(secrets).map((secret) => sign(secret, timestamp, body));
  return {
    [webhookHeader.signature]: signatures.join(','),
    [webhookHeader.timestamp]: timestamp,
    [webhookHeader.eventId]: eventId,
  };
}
