import { signatureTolerance, webhookHeader } from '../contract/webhook-request.ts';
import { hexBytes } from './bytes.ts';
import { checkNames } from './check-names.ts';
import type { HmacInput } from './hmac.ts';
import { checkBody, type RawBody } from './raw-body.ts';
import { headerOf, type RequestHeaders } from './request-headers.ts';
import { checkSecrets } from './secret.ts';
import { parseTimestamp } from './timestamp.ts';
import { WebhookError, type WebhookReason } from './webhook-error.ts';
import { parseEvent, type WebhookEvent } from './webhook-event.ts';

/** Options of `verify()`. */
export interface VerifyOptions {
  /** The raw bytes of the request body, before any parsing. */
  body: RawBody;
  /** The headers of the request. */
  headers: RequestHeaders;
  /** The signing secret of the connection; several during a rotation. */
  secrets: string | readonly string[];
  /** The receiver's clock, in milliseconds since the epoch (default: the system clock). */
  now?: number;
  /** Maximum difference between the timestamp and the clock, in seconds (default: 300). */
  tolerance?: number;
}

/** The result of `verify()`. */
export interface Verified {
  /** The event in the body. */
  event: WebhookEvent;
  /** Index of the first secret that matches a signature. */
  secretIndex: number;
}

/** A request whose arguments and headers are well-formed, and whose signature is not checked yet. */
export interface SignedRequest {
  readonly body: RawBody;
  readonly timestamp: string;
  readonly eventId: string;
  readonly secrets: readonly string[];
  /** The received signatures, 32 bytes each. */
  readonly digests: readonly Uint8Array[];
  readonly now: number;
  /** In seconds. */
  readonly tolerance: number;
}

/** @throws {WebhookError} if the arguments, the secrets or the headers are missing or malformed */
export function readSignedRequest(options: VerifyOptions): SignedRequest {
  checkArguments(options);
  const { body, headers, now = Date.now(), tolerance = signatureTolerance } = options;
  const secrets = checkSecrets(options.secrets);
  const signature = requiredHeader(headers, webhookHeader.signature, 'missing_signature');
  const timestamp = requiredHeader(headers, webhookHeader.timestamp, 'missing_timestamp');
  const eventId = requiredHeader(headers, webhookHeader.eventId, 'missing_event_id');
  const digests = parseSignatures(signature);
  if (digests.length > 0) return { body, timestamp, eventId, secrets, digests, now, tolerance };
  throw new WebhookError(
    'malformed_signature',
    `${webhookHeader.signature} contains no v1= with 64 hex digits`,
  );
}

/** The HMAC that is expected for each secret. */
export function hmacInputs({ secrets, timestamp, body }: SignedRequest): HmacInput[] {
  return secrets.map((key) => ({ key, prefix: `${timestamp}.`, body }));
}

/**
 * Checks the age of a request and parses its event.
 *
 * @param matches for each secret, whether it matches a signature. All are compared, so that the time
 *   does not show which one matches
 * @throws {WebhookError} if none matches, the timestamp is not within the tolerance, or the body is no
 *   event
 */
export function verifiedBy(request: SignedRequest, matches: readonly boolean[]): Verified {
  const secretIndex = matches.indexOf(true);
  if (secretIndex === -1) {
    throw new WebhookError(
      'signature_mismatch',
      'the signature does not match the body, the timestamp and the signing secret',
    );
  }
  checkAge(request);
  return { event: parseEvent(request.body, request.eventId), secretIndex };
}

function checkArguments(options: VerifyOptions): void {
  checkNames('verify()', options, ['body', 'headers', 'secrets', 'now', 'tolerance']);
  const { body, now = 0, tolerance = 0 } = options;
  checkBody(body);
  if (typeof now !== 'number' || !Number.isFinite(now)) {
    throw new WebhookError('bad_arguments', 'now must be milliseconds since the epoch');
  }
  if (typeof tolerance !== 'number' || !(tolerance >= 0)) {
    throw new WebhookError('bad_arguments', 'tolerance must be a number of seconds');
  }
}

/** The digests of all well-formed `v1=` signatures; other versions are ignored. */
function parseSignatures(header: string): Uint8Array[] {
  const signatures = header.split(/[\s,]/).filter((part) => /^v1=[0-9a-fA-F]{64}$/.test(part));
  return signatures.map((signature) => hexBytes(signature.slice('v1='.length)));
}

function checkAge({ timestamp, now, tolerance }: SignedRequest): void {
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
