import { signatureTolerance, webhookHeader } from '../../contract/events.ts';
import { headerOf } from '../request-headers.ts';
import { parseTimestamp } from '../timestamp.ts';
import { type VerifyOptions, verify } from '../verify.ts';
import { WebhookError } from '../webhook-error.ts';
import { bodyHints, timestampHints } from './body-hints.ts';
import { claimedDigests } from './claimed-signatures.ts';
import type { SignatureExplanation, SignatureFinding } from './signature-explanation.ts';
import { searchSignature } from './signature-search.ts';

/**
 * Verifies a request and, where it is refused, looks for what would make it match: a newline, JSON
 * that was written anew, another key, a clock that is off. Takes time in proportion to the body:
 * for people and logs, never on the path of every request.
 */
export function explain(options: VerifyOptions): SignatureExplanation {
  const skew = skewOf(options);
  const clock = skew === undefined ? {} : { skew_seconds: skew };
  try {
    const { event, secretIndex } = verify(options);
    const { id, type } = event;
    const message = 'the signature is good';
    return {
      valid: true,
      message,
      event: { id, type },
      secret: secretIndex + 1,
      ...clock,
      findings: [],
    };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    const { reason, message } = error;
    return { valid: false, reason, message, ...clock, findings: findingsFor(options, error, skew) };
  }
}

function skewOf({ headers, now = Date.now() }: VerifyOptions): number | undefined {
  const sent = parseTimestamp(headerOf(headers, webhookHeader.timestamp) ?? '');
  return sent === undefined ? undefined : Math.round(now - sent) / 1000;
}

/** Reasons for which the signature itself is not what was wrong. */
const afterTheSignature = new Set([
  'malformed_timestamp',
  'timestamp_too_old',
  'timestamp_too_new',
  'not_json',
  'not_an_event',
  'event_id_mismatch',
]);

function findingsFor(
  options: VerifyOptions,
  { reason, message }: WebhookError,
  skew: number | undefined,
): SignatureFinding[] {
  const { headers, tolerance = signatureTolerance } = options;
  const timestamp = headerOf(headers, webhookHeader.timestamp);
  const clock = timestamp === undefined ? [] : timestampHints(timestamp, skew, tolerance);
  if (reason.startsWith('timestamp_') || reason === 'malformed_timestamp') return clock;
  if (afterTheSignature.has(reason) || reason.startsWith('missing_')) {
    return [{ code: reason, proven: true, message }];
  }
  const secret = reason === 'bad_secret' ? [{ code: reason, proven: true, message }] : [];
  return [...secret, ...signatureFindings(options), ...clock];
}

function signatureFindings({ headers, body: given, secrets }: VerifyOptions): SignatureFinding[] {
  const body = Buffer.from(given);
  const header = headerOf(headers, webhookHeader.signature) ?? '';
  const { digests, fault } = claimedDigests(header);
  const form =
    fault === undefined ? [] : [{ code: 'signature_form', proven: true, message: fault }];
  const proven = searchSignature({
    body,
    timestamp: headerOf(headers, webhookHeader.timestamp) ?? '',
    eventId: headerOf(headers, webhookHeader.eventId) ?? '',
    secrets: typeof secrets === 'string' ? [secrets] : secrets,
    digests,
  });
  if (proven.length > 0) return [...form, ...proven];
  const hints = [...form, ...bodyHints(body, headerOf(headers, 'content-length'))];
  return hints.length > 0 ? hints : [unexplained];
}

const unexplained: SignatureFinding = {
  code: 'unexplained',
  proven: false,
  message:
    'no known change makes it match: compare the signing secret with the one shown at connection, and check that the body is the raw bytes',
};
