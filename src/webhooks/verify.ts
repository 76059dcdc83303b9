import { timingSafeEqual } from 'node:crypto';
import { signatureTolerance, webhookHeader } from '../contract/events.ts';
import { headerOf, type RequestHeaders } from './request-headers.ts';
import { checkSecrets } from './secret.ts';
import { checkBody, type RawBody, signatureDigest } from './sign.ts';
import { parseTimestamp } from './timestamp.ts';
import { typeName } from './type-name.ts';
import { WebhookError, type WebhookReason } from './webhook-error.ts';
import { parseEvent, type WebhookEvent } from './webhook-event.ts';

export interface VerifyOptions {
  /** The raw bytes of the request body, before any parsing. */
  body: RawBody;
  headers: RequestHeaders;
  /** The signing secret of the connection; several during a rotation. */
  secrets: string | readonly string[];
  /** The receiver's clock, in milliseconds since the epoch (default: the system clock). */
  now?: number;
  /** Maximum difference between the timestamp and the clock, in seconds (default: 300). */
  tolerance?: number;
}

export interface Verified {
  event: WebhookEvent;
  /** Index of the first secret that matches a signature. */
  secretIndex: number;
}

/**
 * Verifies that a request comes from the service and returns its event. Checks the signature first,
 * then the age of the timestamp, and only then parses the body.
 *
 * @throws {WebhookError} with a `reason`, and the `status` code to respond with; `bad_arguments` or
 *   `bad_secret` (500) for arguments of another type
 */
export function verify(options: VerifyOptions): Verified {
  checkArguments(options);
  const { eventId, secretIndex } = authenticate(options);
  return { event: parseEvent(options.body, eventId), secretIndex };
}

function checkArguments(options: VerifyOptions): void {
  if (typeof options !== 'object' || options === null) {
    throw new WebhookError('bad_arguments', `the options are ${typeName(options)}`);
  }
  const { body, now = 0, tolerance = 0 } = options;
  checkBody(body);
  if (typeof now !== 'number' || !Number.isFinite(now)) {
    throw new WebhookError('bad_arguments', 'now must be milliseconds since the epoch');
  }
  if (typeof tolerance !== 'number' || !(tolerance >= 0)) {
    throw new WebhookError('bad_arguments', 'tolerance must be a number of seconds');
  }
}

function authenticate(options: VerifyOptions): { eventId: string; secretIndex: number } {
  const { body, headers, now = Date.now(), tolerance = signatureTolerance } = options;
  const secrets = checkSecrets(options.secrets);
  const signature = requiredHeader(headers, webhookHeader.signature, 'missing_signature');
  const timestamp = requiredHeader(headers, webhookHeader.timestamp, 'missing_timestamp');
  const eventId = requiredHeader(headers, webhookHeader.eventId, 'missing_event_id');
  const digests = parseSignatures(signature);
  if (digests.length === 0) {
    throw new WebhookError(
      'malformed_signature',
      `${webhookHeader.signature} contains no v1= with 64 hex digits`,
    );
  }
  const secretIndex = findSecret(secrets, timestamp, body, digests);
  if (secretIndex === -1) {
    throw new WebhookError(
      'signature_mismatch',
      'the signature does not match the body, the timestamp and the signing secret',
    );
  }
  checkAge(timestamp, now, tolerance);
  return { eventId, secretIndex };
}

/** The digests of all well-formed `v1=` signatures; other versions are ignored. */
function parseSignatures(header: string): Buffer[] {
  return header.split(/[\s,]/).flatMap((part) => {
    const hex = /^v1=([0-9a-fA-F]{64})$/.exec(part)?.[1];
    return hex === undefined ? [] : [Buffer.from(hex, 'hex')];
  });
}

/** The index of the first secret that matches a digest, or -1. Runs in constant time. */
function findSecret(
  secrets: readonly string[],
  timestamp: string,
  body: RawBody,
  digests: readonly Buffer[],
): number {
  let found = -1;
  for (const [index, secret] of secrets.entries()) {
    const expected = signatureDigest(secret, timestamp, body);
    for (const digest of digests) {
      if (timingSafeEqual(expected, digest) && found === -1) found = index;
    }
  }
  return found;
}

function checkAge(timestamp: string, now: number, tolerance: number): void {
  const time = parseTimestamp(timestamp);
  if (time === undefined) {
    throw new WebhookError(
      'malformed_timestamp',
      `${webhookHeader.timestamp} must be seconds, milliseconds or RFC 3339 with a time zone`,
    );
  }
  const age = now - time;
  if (Math.abs(age) <= tolerance * 1000) return;
  const seconds = Math.abs(age / 1000)
    .toFixed(1)
    .replace('.0', '');
  const [reason, side] =
    age > 0
      ? (['timestamp_too_old', 'behind'] as const)
      : (['timestamp_too_new', 'ahead of'] as const);
  throw new WebhookError(
    reason,
    `the timestamp is ${seconds} s ${side} the receiver's clock; the tolerance is ${tolerance} s`,
  );
}

function requiredHeader(headers: RequestHeaders, name: string, reason: WebhookReason): string {
  const value = headerOf(headers, name);
  if (value === undefined) throw new WebhookError(reason, `the header ${name} is missing`);
  return value;
}
