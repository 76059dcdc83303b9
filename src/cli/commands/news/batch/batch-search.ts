import { setTimeout as pause } from 'node:timers/promises';
import { Deadline } from '../../../../client/deadline.ts';
import type { RawClient } from '../../../../client/raw-client.ts';
import { type CallOutcome, canRetry, retryDelay } from '../../../../client/retry-policy.ts';
import { operations } from '../../../../contract/operations.ts';
import { exitCode } from '../../../errors/exit-code.ts';
import { type CallResult, type Outcome, outcomeOf, resultLine } from '../../../run/outcome.ts';
import type { BatchLine } from './batch-lines.ts';

interface SearchOptions {
  /** Retries per search; the client itself must not retry. */
  retries: number;
  /** Milliseconds for each search, including its retries; a pause after a 429 is not counted. */
  timeout: number;
  signal: AbortSignal;
  /** Replaces the secrets in a text. */
  redact(text: string): string;
}

const { search } = operations.news;

/** Runs the searches of a batch. After a 429, all of them wait. */
export class BatchSearch {
  readonly #client: RawClient;
  readonly #options: SearchOptions;
  /** No request is sent before this time, in milliseconds of `performance.now()`. */
  #pausedUntil = 0;

  /** @param client a client that does not retry */
  constructor(client: RawClient, options: SearchOptions) {
    this.#client = client;
    this.#options = options;
  }

  async run(line: BatchLine): Promise<Outcome> {
    if ('problem' in line) {
      const error = { error: 'invalid_value', message: `line ${line.line}: ${line.problem}` };
      const json = resultLine({ query: line.query }, 'error', JSON.stringify(error));
      return { json, exitCode: exitCode.usage, problem: [error.message], isFinal: false };
    }
    const { timeout } = this.#options;
    let deadline: Deadline | undefined;
    for (let retries = 0; ; retries += 1) {
      if (await this.#waitUntilAllowed()) deadline = undefined;
      deadline ??= new Deadline(timeout).unref();
      const outcome = await this.#attempt(line.input, deadline);
      const isLast = retries >= this.#options.retries || !canRetry(search, outcome);
      if (isLast || !(await this.#backOff(outcome, retries, deadline))) {
        return outcomeOf({ query: line.query }, outcome, search, this.#options.redact);
      }
    }
  }

  #attempt(input: Readonly<Record<string, unknown>>, deadline: Deadline): Promise<CallResult> {
    const { signal } = this.#options;
    return this.#client.call(search, input, { signal, deadline }).catch((error: unknown) => {
      if (signal.aborted) throw error;
      return { error };
    });
  }

  /** Resolves to true if it had to wait. */
  async #waitUntilAllowed(): Promise<boolean> {
    const { signal } = this.#options;
    for (let hasWaited = false; ; hasWaited = true) {
      const remaining = this.#pausedUntil - performance.now();
      if (remaining <= 0) return hasWaited;
      await pause(remaining, undefined, { signal });
    }
  }

  /** Resolves to false if the deadline would pass first. */
  async #backOff(outcome: CallOutcome, retries: number, deadline: Deadline): Promise<boolean> {
    const delay = retryDelay(retries, outcome, { random: Math.random() });
    if (delay >= deadline.remaining) return false;
    if ('status' in outcome && outcome.status === 429) {
      this.#pausedUntil = Math.max(this.#pausedUntil, performance.now() + delay);
      return true;
    }
    await pause(delay, undefined, { signal: this.#options.signal });
    return true;
  }
}
