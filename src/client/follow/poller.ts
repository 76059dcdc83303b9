import { ServiceError } from '../errors.ts';
import { pause } from '../pause.ts';
import { canRetry, retryDelay } from '../retry-policy.ts';

/** Milliseconds; more than the default of a call, because an outage may be long. */
const maxBackoff = 60_000;

/** Milliseconds; a longer `Retry-After` is shortened to this. */
const maxDelay = 86_400_000;

interface PollOptions {
  /** Ends the polls without an error when it is aborted. */
  signal: AbortSignal | undefined;
  /** Aborted when the client is closed: a wait then ends, and the next poll fails. */
  closed: AbortSignal;
  /** Retries of one poll (default: those of the client for the first, then no limit). */
  retries: number | undefined;
  /** Milliseconds between polls. */
  interval: number;
}

/** Reads a list again and again. */
export class Poller {
  readonly #options: PollOptions;
  #hasSucceeded = false;

  constructor(options: PollOptions) {
    this.#options = options;
  }

  get isAborted(): boolean {
    return this.#options.signal?.aborted === true;
  }

  /**
   * Reads the list. After the first success, repeats it as long as a retry may help. Resolves to
   * `undefined` if the signal is aborted.
   *
   * @param read a call with this number of retries (default: those of the client)
   * @throws the error of the first call, later the first error that a retry cannot fix
   */
  async poll<Result>(
    read: (retries: number | undefined) => Promise<Result>,
  ): Promise<Result | undefined> {
    const { signal, closed } = this.#options;
    for (let failures = 0; !this.isAborted; failures += 1) {
      try {
        const result = await read(this.#hasSucceeded ? 0 : this.#options.retries);
        this.#hasSucceeded = true;
        return result;
      } catch (error) {
        if (this.isAborted) return undefined;
        const delay = this.#delayAfter(error, failures);
        if (delay === undefined) throw error;
        await pause(delay, signal, closed);
      }
    }
    return undefined;
  }

  /** Waits for the next poll. */
  async pause(): Promise<void> {
    const { signal, closed, interval } = this.#options;
    await pause(interval, signal, closed);
  }

  /** Milliseconds until the poll is repeated; `undefined` if it must not be. */
  #delayAfter(error: unknown, failures: number): number | undefined {
    const { retries = Number.POSITIVE_INFINITY } = this.#options;
    if (!this.#hasSucceeded || failures >= retries) return undefined;
    const outcome = error instanceof ServiceError ? error : { error };
    if (!canRetry({ effect: 'read' }, outcome)) return undefined;
    const options = { random: Math.random(), maxBackoff };
    return Math.min(retryDelay(failures, outcome, options), maxDelay);
  }
}
