import { webhookHeader } from '../contract/events.ts';
import { checkSecrets } from './secret.ts';
import { type RawBody, sign } from './sign.ts';

export interface SigningOptions {
  body: RawBody;
  /** The `id` of the event in the body. */
  eventId: string;
  /** One secret, or several during a rotation, which produce one signature each. */
  secrets: string | readonly string[];
  /** Milliseconds since the epoch (default: the system clock). */
  now?: number;
}

/**
 * The three headers of a webhook request. The timestamp is in seconds; several signatures are
 * separated by commas.
 *
 * @throws {WebhookError} `bad_secret`, or `bad_arguments` for a body of another type
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
