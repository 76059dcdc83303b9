import { deliveryTimeout } from '../../contract/events.ts';
import { errorMessage } from '../../node/error-message.ts';
import { type PostResponse, post } from '../post.ts';
import { type Check, checks, type ExpectedResponse } from './checks.ts';
import { signer, type TestRequest } from './test-request.ts';

export interface ConformOptions {
  /** The receiver to check. */
  url: URL;
  /** The signing secrets of the receiver; requests are signed with the first one. */
  secrets: readonly string[];
  /** The clock, in milliseconds since the epoch (default: `Date.now`). */
  now?: () => number;
}

/** The result of one check. */
export interface ConformResult {
  name: string;
  rule: string;
  passed: boolean;
  expected: ExpectedResponse;
  /** Status code; `null` if there was no response. */
  status: number | null;
  /** Milliseconds until the response headers arrived; `null` if there was no response. */
  latency_ms: number | null;
  /** Why the check failed. */
  reason?: string;
}

export interface ConformReport {
  url: string;
  /** Number of checks that passed. */
  passed: number;
  /** Number of checks that failed. */
  failed: number;
  checks: ConformResult[];
}

/** The response to a request, or why there was none. */
type Outcome = PostResponse | { failure: string };

/** Checks whether a receiver follows the rules, by sending it real requests one after another. */
export async function conform({
  url,
  secrets,
  now = Date.now,
}: ConformOptions): Promise<ConformReport> {
  const results: ConformResult[] = [];
  for (const check of checks) {
    const time = now();
    const request = check.request(signer(secrets.slice(0, 1), time), time);
    results.push(await runCheck(check, url, request));
  }
  const passed = results.filter((result) => result.passed).length;
  return { url: url.href, passed, failed: results.length - passed, checks: results };
}

async function runCheck(
  { name, rule, expected, repeated }: Check,
  url: URL,
  request: TestRequest,
): Promise<ConformResult> {
  if (repeated) await send(url, request);
  const outcome = await send(url, request);
  const reason = failureOf(expected, outcome);
  const response = 'failure' in outcome ? undefined : outcome;
  return {
    name,
    rule,
    passed: reason === undefined,
    expected,
    status: response?.status ?? null,
    latency_ms: response ? Math.round(response.latency) : null,
    ...(reason === undefined ? {} : { reason }),
  };
}

async function send(url: URL, { body, headers }: TestRequest): Promise<Outcome> {
  const signal = AbortSignal.timeout(deliveryTimeout);
  try {
    return await post(url, { body, headers: Object.entries(headers), signal });
  } catch (error) {
    if (signal.aborted) return { failure: `no response within ${deliveryTimeout / 1000} s` };
    return { failure: errorMessage(error) };
  }
}

function failureOf(expected: ExpectedResponse, outcome: Outcome): string | undefined {
  if ('failure' in outcome) {
    const isClosed = /ECONNRESET|EPIPE|socket hang up/.test(outcome.failure);
    return expected === 'rejected_or_closed' && isClosed ? undefined : outcome.failure;
  }
  const { status } = outcome;
  const isSuccess = status >= 200 && status < 300;
  if (expected === 'accepted') return isSuccess ? undefined : `got ${status}`;
  if (isSuccess) return `accepted with ${status}`;
  if (status >= 500 || status === 429) return `got ${status}, which makes the sender retry`;
  return status >= 400 ? undefined : `got ${status}`;
}
