import { signatureTolerance, webhookHeader } from '../../contract/events.ts';
import { headerOf, type RequestHeaders } from '../request-headers.ts';
import { parseTimestamp } from '../timestamp.ts';
import { type VerifyOptions, verify } from '../verify.ts';
import { WebhookError } from '../webhook-error.ts';
import { bodyHints } from './body-hints.ts';
import { claimedSignatures } from './claimed-signatures.ts';
import type { SignatureExplanation, SignatureFinding } from './signature-explanation.ts';
import { searchSignature } from './signature-search.ts';
import { timestampHint } from './timestamp-hint.ts';

/**
 * Verifies a request and, if it is rejected, searches for the reason, such as an added newline,
 * re-serialized JSON, a different key or a wrong clock. It hashes the body many times: use it for
 * debugging and logs, not for every request, and not before the response is sent.
 *
 * @returns `valid: true` with the event, or `valid: false` with a reason and findings; never throws
 *   a `WebhookError`
 */
export function explain(options: VerifyOptions): SignatureExplanation {
  const steps = explainSteps(options);
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}

/**
 * Like {@link explain}, in steps of at most a few milliseconds. Each yields its cost in
 * bytes; a MiB takes about 5 ms.
 */
export function* explainSteps(options: VerifyOptions): Generator<number, SignatureExplanation> {
  try {
    const { event, secretIndex } = verify(options);
    const { id, type } = event;
    return {
      valid: true,
      message: 'the signature is valid',
      event: { id, type },
      secret: secretIndex + 1,
      ...clockOf(skewOf(options)),
      findings: [],
    };
  } catch (error) {
    if (!(error instanceof WebhookError)) throw error;
    const { reason, message } = error;
    if (reason === 'bad_arguments') {
      return { valid: false, reason, message, findings: [findingOf(error)] };
    }
    const skew = skewOf(options);
    const findings = yield* findingsFor(options, error, skew);
    return { valid: false, reason, message, ...clockOf(skew), findings };
  }
}

function clockOf(skew: number | undefined): { skew_seconds?: number } {
  return skew === undefined ? {} : { skew_seconds: skew };
}

function skewOf({ headers, now = Date.now() }: VerifyOptions): number | undefined {
  const time = parseTimestamp(headerText(headers, webhookHeader.timestamp));
  return time === undefined ? undefined : Math.round(now - time) / 1000;
}

function findingOf({ reason, message }: WebhookError): SignatureFinding {
  return { code: reason, proven: true, message };
}

function* findingsFor(
  options: VerifyOptions,
  error: WebhookError,
  skew: number | undefined,
): Generator<number, SignatureFinding[]> {
  switch (error.reason) {
    case 'malformed_timestamp':
    case 'timestamp_too_old':
    case 'timestamp_too_new':
      return timestampFindings(options, skew);
    case 'bad_secret':
      return [
        findingOf(error),
        ...(yield* signatureFindings(options)),
        ...timestampFindings(options, skew),
      ];
    case 'malformed_signature':
    case 'signature_mismatch':
      return [...(yield* signatureFindings(options)), ...timestampFindings(options, skew)];
    default:
      return [findingOf(error)];
  }
}

function timestampFindings(
  { headers, tolerance = signatureTolerance }: VerifyOptions,
  skew: number | undefined,
): SignatureFinding[] {
  const timestamp = headerText(headers, webhookHeader.timestamp);
  const hint = timestamp && timestampHint(timestamp, skew, tolerance);
  return hint ? [hint] : [];
}

function* signatureFindings({
  headers,
  body: rawBody,
  secrets,
}: VerifyOptions): Generator<number, SignatureFinding[]> {
  const body = Buffer.from(rawBody);
  const { digests, formatError } = claimedSignatures(headerText(headers, webhookHeader.signature));
  const format = formatError
    ? [{ code: 'malformed_signature', proven: true, message: formatError }]
    : [];
  const changes = yield* searchSignature({
    body,
    timestamp: headerText(headers, webhookHeader.timestamp),
    eventId: headerText(headers, webhookHeader.eventId),
    secrets: [secrets].flat().filter((secret) => typeof secret === 'string'),
    digests,
  });
  if (changes.length > 0) return [...format, ...changes];
  const findings = [...format, ...bodyHints(body, headerOf(headers, 'content-length'))];
  return findings.length > 0 ? findings : [unexplained];
}

/** The value of a header; empty if it is missing. */
function headerText(headers: RequestHeaders, name: string): string {
  return headerOf(headers, name) ?? '';
}

const unexplained: SignatureFinding = {
  code: 'unexplained',
  proven: false,
  message:
    'no known change makes the signature match: compare the signing secret with the one that was shown when the connection was created, and check that the body is the raw bytes',
};
