import { setTimeout as pause } from 'node:timers/promises';
import { InvalidResponseError } from '../../../../client/errors.ts';
import type { RawClient, ServiceResponse } from '../../../../client/raw-client.ts';
import { type CallOutcome, canRetry, retryDelay } from '../../../../client/retry-policy.ts';
import { operations } from '../../../../contract/operations.ts';
import { type ExitCode, exitCode, exitCodeForStatus } from '../../../errors/exit-code.ts';
import { callFailure, type Failure } from '../../../errors/failure.ts';
import { compactJson } from '../../../output/json-text.ts';
import type { BatchLine } from './batch-lines.ts';
import { SharedPause } from './shared-pause.ts';

/** What became of one search. */
export interface BatchResult {
  /** One line of JSON: the query, and `result` or `error`. */
  json: string;
  exitCode: ExitCode;
  /** Whether every further search would end in the same way. */
  isFinal: boolean;
}

interface BatchOptions {
  /** How often one search is sent again. It is told of no retries itself. */
  retries: number;
  signal: AbortSignal;
}

const { search } = operations.news;

/** Searches for one line at a time; all of them together keep to what a 429 asks for. */
export class BatchSearch {
  readonly #caller: RawClient;
  readonly #options: BatchOptions;
  readonly #pause = new SharedPause();

  /** @param caller one that tries once: when to try again is decided here */
  constructor(caller: RawClient, options: BatchOptions) {
    this.#caller = caller;
    this.#options = options;
  }

  async run(line: BatchLine): Promise<BatchResult> {
    if ('problem' in line) {
      const error = { error: 'invalid_value', message: `line ${line.line}: ${line.problem}` };
      return {
        json: lineOf(line, 'error', JSON.stringify(error)),
        exitCode: exitCode.usage,
        isFinal: false,
      };
    }
    for (let retries = 0; ; retries += 1) {
      await this.#pause.over(this.#options.signal);
      const outcome = await this.#attempt(line.input);
      const isLast = retries >= this.#options.retries || !canRetry(search, outcome);
      if (isLast) return resultOf(line, outcome);
      await this.#waitAfter(outcome, retries);
    }
  }

  #attempt(
    input: Readonly<Record<string, unknown>>,
  ): Promise<ServiceResponse | { error: unknown }> {
    const { signal } = this.#options;
    return this.#caller.call(search, input, { signal }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return { error };
    });
  }

  async #waitAfter(outcome: CallOutcome, retries: number): Promise<void> {
    const delay = retryDelay(retries, outcome, { now: Date.now(), random: Math.random() });
    const isLimit = 'status' in outcome && outcome.status === 429;
    if (isLimit) this.#pause.extend(delay);
    else await pause(delay, undefined, { signal: this.#options.signal });
  }
}

function resultOf(line: BatchLine, outcome: ServiceResponse | { error: unknown }): BatchResult {
  if ('error' in outcome) {
    const failure = callFailure(outcome.error, search);
    const { exitCode } = failure.details;
    const isFinal = !(outcome.error instanceof InvalidResponseError);
    return { json: lineOf(line, 'error', JSON.stringify(failureBody(failure))), exitCode, isFinal };
  }
  const { status, text } = outcome;
  return {
    json: lineOf(line, status < 400 ? 'result' : 'error', compactJson(text)),
    exitCode: exitCodeForStatus(status),
    isFinal: [401, 402, 403, 429].includes(status),
  };
}

function failureBody(failure: Failure): object {
  const { error, kind, message } = failure.details;
  return { error, kind, message };
}

/** Put together as text, so that the service's JSON stays as it was sent. */
function lineOf({ query }: BatchLine, field: 'result' | 'error', json: string): string {
  return `{"query":${JSON.stringify(query)},"${field}":${json}}`;
}
