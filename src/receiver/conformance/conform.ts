import { checkOptions } from '../../contract/check-options.ts';
import {
  callback,
  milliseconds,
  type OptionTypes,
  required,
  signal as signalType,
  textsOption,
  urlObject,
} from '../../contract/option-types.ts';
import { deliveryTimeout } from '../../contract/webhook-request.ts';
import { errorMessage } from '../../node/error-message.ts';
import { type PostResponse, post } from '../post.ts';
import { type Check, checks, type ExpectedResponse } from './checks.ts';
import { handledLines, type Observation, observations } from './observations.ts';
import { sampleEvent } from './sample-event.ts';
import { type Sign, signer, type TestRequest } from './test-request.ts';

/** Options of {@link conform}. */
export interface ConformOptions {
  /** The receiver to check. */
  url: URL;
  /** The signing secrets of the receiver; requests are signed with the first one. */
  secrets: readonly string[];
  /** The clock, in milliseconds since the epoch (default: `Date.now`). */
  now?: () => number;
  /**
   * Reads a text with one line for each event that the receiver has handled. A line contains the id of
   * its event. Default: the rules about handling are not checked.
   */
  readHandled?: (() => Promise<string>) | undefined;
  /** Milliseconds to wait until the receiver has handled the events (default: 10,000). */
  handlingTimeout?: number;
  /** Ends the checks when aborted (default: never). */
  signal?: AbortSignal;
}

const optionTypes: OptionTypes<ConformOptions> = {
  url: required(urlObject),
  secrets: required(textsOption),
  now: callback,
  readHandled: callback,
  handlingTimeout: milliseconds(),
  signal: signalType,
};

/** The result of one check. */
export interface ConformResult {
  /** Name of the check, such as `repeated_event`. */
  name: string;
  /** The rule that is checked, in a sentence. */
  rule: string;
  /** Whether the receiver follows the rule. */
  passed: boolean;
  /** What the rule requires. */
  expected: ExpectedResponse | Observation['expected'];
  /** How often the event was handled; only for rules about that. */
  handled?: number;
  /** Status code; `null` if there was no response, or the rule is not about the response. */
  status: number | null;
  /** Milliseconds until the response headers arrived; `null` if there was no response. */
  latency_ms: number | null;
  /** Why the check failed. */
  reason?: string;
}

/** The result of {@link conform}. */
export interface ConformReport {
  /** The URL of the receiver. */
  url: string;
  /** Number of checks that passed. */
  passed: number;
  /** Number of checks that failed. */
  failed: number;
  /** The result of each check, in order. */
  checks: ConformResult[];
  /** Names of the rules that were not checked, because `readHandled` is missing. */
  not_checked: string[];
}

/** The response to a request, or why there was none. */
type Outcome = PostResponse | { failure: string };

/**
 * Checks whether a receiver follows the rules, by sending it real requests one after another.
 *
 * @throws {TypeError} if an option is unknown or missing, or has another type
 * @throws the reason of `signal` if that is aborted
 */
export async function conform(options: ConformOptions): Promise<ConformReport> {
  checkOptions('conform()', options, optionTypes);
  const { url, secrets, now = Date.now, readHandled, handlingTimeout = 10_000 } = options;
  const signal = options.signal ?? new AbortController().signal;
  const results: ConformResult[] = [];
  for (const check of checks) {
    const time = now();
    const request = check.request(signer(secrets.slice(0, 1), time), time);
    results.push(await runCheck(check, { url, request, signal }));
  }
  if (readHandled) {
    const sign: Sign = (event) => signer(secrets.slice(0, 1), now())(event);
    results.push(...(await observe({ url, sign, readHandled, handlingTimeout, signal })));
  }
  const passed = results.filter((result) => result.passed).length;
  return {
    url: url.href,
    passed,
    failed: results.length - passed,
    checks: results,
    not_checked: readHandled ? [] : observations.map(({ name }) => name),
  };
}

interface ObserveOptions {
  url: URL;
  sign: Sign;
  readHandled: () => Promise<string>;
  handlingTimeout: number;
  signal: AbortSignal;
}

async function observe(options: ObserveOptions): Promise<ConformResult[]> {
  const { url, sign, readHandled, handlingTimeout, signal } = options;
  const sendRequest = async (request: TestRequest) => void (await send({ url, request, signal }));
  const ids: string[] = [];
  for (const { type, check } of observations) {
    const event = { ...sampleEvent(type, Date.now()) };
    await check(sendRequest, sign({ event }));
    ids.push(event.id);
  }
  const last = { ...sampleEvent('news.alert', Date.now()) };
  await sendRequest(sign({ event: last }));
  const linesWith = await handledLines(readHandled, last.id, handlingTimeout, signal);
  return observations.map(({ name, rule, expected }, index) => {
    const handled = linesWith?.(ids[index] ?? '');
    const reason =
      handled === undefined
        ? `no event was handled within ${handlingTimeout / 1000} s`
        : handledProblem(expected, handled);
    return {
      name,
      rule,
      passed: reason === undefined,
      expected,
      ...(handled === undefined ? {} : { handled }),
      status: null,
      latency_ms: null,
      ...(reason === undefined ? {} : { reason }),
    };
  });
}

function handledProblem(expected: Observation['expected'], handled: number): string | undefined {
  if (handled === (expected === 'handled_once' ? 1 : 0)) return undefined;
  return handled === 0 ? 'not handled' : `handled ${handled === 1 ? 'once' : `${handled} times`}`;
}

async function runCheck(
  { name, rule, expected, repeated }: Check,
  exchange: TestExchange,
): Promise<ConformResult> {
  if (repeated) await send(exchange);
  const outcome = await send(exchange);
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

interface TestExchange {
  url: URL;
  request: TestRequest;
  signal: AbortSignal;
}

/** @throws the reason of `signal` if that is aborted */
async function send({ url, request, signal }: TestExchange): Promise<Outcome> {
  const { body, headers } = request;
  const timeout = AbortSignal.timeout(deliveryTimeout);
  try {
    const either = AbortSignal.any([signal, timeout]);
    return await post(url, { body, headers: Object.entries(headers), signal: either });
  } catch (error) {
    signal.throwIfAborted();
    if (timeout.aborted) return { failure: `no response within ${deliveryTimeout / 1000} s` };
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
