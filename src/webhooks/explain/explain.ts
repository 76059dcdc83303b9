import { signatureTolerance, webhookHeader } from '../../contract/webhook-request.ts';
import { utf8Bytes } from '../bytes.ts';
import { hmac } from '../hmac.ts';
import { headerOf, type RequestHeaders } from '../request-headers.ts';
import type { Verified, VerifyOptions } from '../signed-request.ts';
import { parseTimestamp } from '../timestamp.ts';
import { verify } from '../verify.ts';
import { WebhookError } from '../webhook-error.ts';
import { bodyHints } from './body-hints.ts';
import { claimedSignatures } from './claimed-signatures.ts';
import type { SignatureExplanation, SignatureFinding } from './signature-explanation.ts';
import { type SearchStep, searchSignature } from './signature-search.ts';
import { timestampHint } from './timestamp-hint.ts';

/** Work whose HMACs the caller computes and passes to `next()`. */
type Steps<Result> = Generator<SearchStep, Result, Uint8Array | undefined>;

/**
 * Verifies a request and, if it is rejected, searches for the reason, such as an added newline,
 * re-serialized JSON, a different key or a wrong clock. It hashes the body many times: use it for
 * debugging and logs, not for every request, and not before the response is sent.
 *
 * @returns `valid: true` with the event, or `valid: false` with a reason and findings; never rejects
 *   with a `WebhookError`
 */
export async function explain(options: VerifyOptions): Promise<SignatureExplanation> {
  const steps = explainSteps(options, await outcomeOf(options));
  let step = steps.next();
  while (!step.done) step = steps.next(step.value.hmac && (await hmac(step.value.hmac)));
  return step.value;
}

async function outcomeOf(options: VerifyOptions): Promise<Verified | WebhookError> {
  try {
    return await verify(options);
  } catch (error) {
    if (error instanceof WebhookError) return error;
    throw error;
  }
}

/**
 * Explains the outcome of a verification like {@link explain}, in steps of at most a few
 * milliseconds: a cost of a MiB takes about 5 ms.
 */
export function* explainSteps(
  options: VerifyOptions,
  outcome: Verified | WebhookError,
): Steps<SignatureExplanation> {
  if (outcome instanceof WebhookError) {
    const { reason, message } = outcome;
    if (reason === 'bad_arguments') {
      return { valid: false, reason, message, findings: [findingOf(outcome)] };
    }
    const skew = skewOf(options);
    const findings = yield* findingsFor(options, outcome, skew);
    return { valid: false, reason, message, ...clockOf(skew), findings };
  }
  const { event, secretIndex } = outcome;
  const { id, type } = event;
  return {
    valid: true,
    message: 'the signature is valid',
    event: { id, type },
    secret: secretIndex + 1,
    ...clockOf(skewOf(options)),
    findings: [],
  };
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
): Steps<SignatureFinding[]> {
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
}: VerifyOptions): Steps<SignatureFinding[]> {
  const body = typeof rawBody === 'string' ? utf8Bytes(rawBody) : rawBody;
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
