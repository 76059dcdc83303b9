import { timingSafeEqual } from 'node:crypto';
import { signatureTolerance, webhookHeader } from '../contract/events.ts';
import { headerOf, type RequestHeaders } from './request-headers.ts';
import { checkSecrets } from './secret.ts';
import { type RawBody, signatureDigest } from './sign.ts';
import { parseTimestamp } from './timestamp.ts';
import { WebhookError, type WebhookReason } from './webhook-error.ts';
import {
  type EventIdentity,
  parseEvent,
  parseIdentity,
  type WebhookEvent,
} from './webhook-event.ts';

export interface VerifyOptions {
  /** The exact bytes of the request, before any parser touched them. */
  body: RawBody;
  headers: RequestHeaders;
  /** The connection's signing secret; several while they are being changed over. */
  secrets: string | readonly string[];
  /** The receiver's clock in milliseconds since the epoch; the system's unless given. */
  now?: number;
  /** Seconds that the timestamp may be away, both ways; 300 unless given. */
  tolerance?: number;
}

export interface Verified {
  event: WebhookEvent;
  /** Which of the secrets signed it, counted from 0. */
  secretIndex: number;
}

/**
 * Decides whether a request comes from the service, and gives its event. The signature is checked
 * before anything in the request is read, then its age, then the body is parsed.
 *
 * @throws {WebhookError} with a `reason` to match on and the `status` to answer with
 */
export function verify(options: VerifyOptions): Verified {
  const { eventId, secretIndex } = authenticate(options);
  return { event: parseEvent(options.body, eventId), secretIndex };
}

/**
 * The same for who needs no more of the event than what it is known by.
 *
 * @throws {WebhookError} as `verify` does
 */
export function identify(options: VerifyOptions & { body: Uint8Array }): EventIdentity {
  const { eventId } = authenticate(options);
  return parseIdentity(options.body, eventId);
}

/** Everything but the body's own say. */
function authenticate(options: VerifyOptions): { eventId: string; secretIndex: number } {
  const { body, headers, now = Date.now(), tolerance = signatureTolerance } = options;
  const secrets = checkSecrets(options.secrets);
  const signature = required(headers, webhookHeader.signature, 'missing_signature');
  const timestamp = required(headers, webhookHeader.timestamp, 'missing_timestamp');
  const eventId = required(headers, webhookHeader.eventId, 'missing_event_id');
  const claimed = signaturesIn(signature);
  if (claimed.length === 0) {
    throw new WebhookError(
      'malformed_signature',
      `${webhookHeader.signature} holds no v1= with 64 hex digits`,
    );
  }
  const secretIndex = signerOf(secrets, timestamp, body, claimed);
  if (secretIndex === -1) {
    throw new WebhookError(
      'signature_mismatch',
      'the signature is not that of this body and timestamp under the signing secret',
    );
  }
  checkAge(timestamp, now, tolerance);
  return { eventId, secretIndex };
}

/** Every well-formed `v1=` in the header, as bytes; other versions and malformed ones are left out. */
function signaturesIn(header: string): Buffer[] {
  return header.split(/[\s,]+/).flatMap((part) => {
    const hex = /^v1=([0-9a-f]{64})$/i.exec(part)?.[1];
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')];
  });
}

/** Which secret made one of the signatures, or -1. Takes the same time whatever matches. */
function signerOf(
  secrets: readonly string[],
  timestamp: string,
  body: RawBody,
  claimed: readonly Buffer[],
): number {
  let signer = -1;
  for (const [index, secret] of secrets.entries()) {
    const expected = signatureDigest(secret, timestamp, body);
    for (const each of claimed) {
      if (timingSafeEqual(expected, each) && signer === -1) signer = index;
    }
  }
  return signer;
}

function checkAge(timestamp: string, now: number, tolerance: number): void {
  const sent = parseTimestamp(timestamp);
  if (sent === undefined) {
    throw new WebhookError(
      'malformed_timestamp',
      `${webhookHeader.timestamp} is neither seconds, milliseconds nor RFC 3339 with a zone`,
    );
  }
  const age = now - sent;
  if (Math.abs(age) <= tolerance * 1000) return;
  const seconds = Math.abs(age / 1000)
    .toFixed(1)
    .replace(/\.0$/, '');
  const [reason, side] =
    age > 0
      ? (['timestamp_too_old', 'behind'] as const)
      : (['timestamp_too_new', 'ahead of'] as const);
  throw new WebhookError(
    reason,
    `the timestamp is ${seconds} s ${side} this clock; ${tolerance} s are allowed`,
  );
}

function required(headers: RequestHeaders, name: string, reason: WebhookReason): string {
  const value = headerOf(headers, name);
  if (value === undefined) throw new WebhookError(reason, `the header ${name} is missing`);
  return value;
}
