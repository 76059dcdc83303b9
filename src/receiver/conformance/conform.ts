import { deliveryTimeout } from '../../contract/events.ts';
import { type PostAnswer, post } from '../post.ts';
import type { Check, Expected } from './check.ts';
import { checks } from './checks.ts';
import type { Probe } from './test-request.ts';

export interface ConformOptions {
  url: URL;
  /** The first one signs. */
  secrets: readonly string[];
  now?: () => number;
}

export interface CheckResult {
  name: string;
  rule: string;
  passed: boolean;
  expected: Expected;
  /** The status; `null` where none came. */
  status: number | null;
  /** Milliseconds to the status; `null` where none came. */
  latency_ms: number | null;
  /** Why it did not pass, in words. */
  reason?: string;
}

export interface ConformReport {
  url: string;
  passed: number;
  failed: number;
  checks: CheckResult[];
}

/** Holds a receiver against the receiver rules: real requests, one after another. */
export async function conform({
  url,
  secrets,
  now = Date.now,
}: ConformOptions): Promise<ConformReport> {
  const results: CheckResult[] = [];
  for (const check of checks) {
    results.push(await resultOf(check, url, check.probes(secrets, now())));
  }
  const passed = results.filter((result) => result.passed).length;
  return { url: url.href, passed, failed: results.length - passed, checks: results };
}

async function resultOf(check: Check, url: URL, probes: readonly Probe[]): Promise<CheckResult> {
  const { name, rule, expected } = check;
  let outcome: PostAnswer | Error = new Error('nothing was sent');
  for (const probe of probes) outcome = await attempt(url, probe);
  const reason = complaint(expected, outcome);
  const answer = outcome instanceof Error ? undefined : outcome;
  return {
    name,
    rule,
    passed: reason === undefined,
    expected,
    status: answer?.status ?? null,
    latency_ms: answer ? Math.round(answer.latency) : null,
    ...(reason === undefined ? {} : { reason }),
  };
}

async function attempt(url: URL, { body, headers }: Probe): Promise<PostAnswer | Error> {
  const signal = AbortSignal.timeout(deliveryTimeout);
  try {
    return await post(url, { body, headers: Object.entries(headers), signal });
  } catch (error) {
    if (signal.aborted) return new Error(`no answer within ${deliveryTimeout / 1000} s`);
    return error instanceof Error ? error : new Error(String(error));
  }
}

function complaint(expected: Expected, outcome: PostAnswer | Error): string | undefined {
  if (outcome instanceof Error) {
    const cut = /ECONNRESET|EPIPE|socket hang up/.test(outcome.message);
    return expected === 'refused_or_cut' && cut ? undefined : outcome.message;
  }
  const { status } = outcome;
  const isRefusal = status >= 400 && status < 500;
  if (expected === 'accepted') return status >= 200 && status < 300 ? undefined : `got ${status}`;
  if (isRefusal && status !== 429) return undefined;
  if (status >= 500 || status === 429) return `got ${status}, after which the sender tries again`;
  return status < 300 ? `accepted with ${status}` : `got ${status}`;
}
