import { typeName } from '../contract/type-name.ts';
import { webhookHeader } from '../contract/webhook-request.ts';
import { checkNames } from './check-names.ts';
import type { RawBody } from './raw-body.ts';
import { checkSecrets } from './secret.ts';
import { sign } from './sign.ts';
import { WebhookError } from './webhook-error.ts';

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
 * @throws {WebhookError} `bad_secret`, or `bad_arguments` if another option is unknown, missing or wrong
 * @example
 * ```ts
 * const body = JSON.stringify({ id: 'evt_1', type: 'webhook.test' });
 * const headers = await signedHeaders({ body, eventId: 'evt_1', secrets });
 * ```
 */
export async function signedHeaders(options: SigningOptions): Promise<SignedHeaders> {
  const { body, eventId, secrets, now = Date.now() } = checkSigningOptions(options);
  const timestamp = timestampText(now);
  const signatures = await Promise.all(
    checkSecrets(secrets).map((secret) => sign(secret, timestamp, body)),
  );
  return signatureHeaders(eventId, timestamp, signatures);
}

/** @throws {WebhookError} `bad_arguments` if an option other than the body and the secrets is wrong */
export function checkSigningOptions(options: SigningOptions): SigningOptions {
  checkNames('signedHeaders()', options, ['body', 'eventId', 'secrets', 'now']);
  const { eventId } = options;
  if (typeof eventId === 'string' && eventId !== '') return options;
  throw new WebhookError(
    'bad_arguments',
    `eventId is ${eventId === '' ? 'empty' : typeName(eventId)}: pass the id of the event in the body`,
  );
}

/**
 * The value of `X-Service-Timestamp`: whole seconds.
 *
 * @throws {WebhookError} `bad_arguments`
 */
export function timestampText(milliseconds: number): string {
  if (!Number.isFinite(milliseconds)) {
    throw new WebhookError('bad_arguments', 'now must be milliseconds since the epoch');
  }
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
