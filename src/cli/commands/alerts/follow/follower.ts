import { canRetry, retryDelay } from '../../../../client/retry-policy.ts';
import { ErrorResponse } from '../../../errors/error-response.ts';
import type { Output } from '../../../output/output.ts';
import { AlertCursor, type CursorPosition } from './alert-cursor.ts';
import type { AlertLine, AlertPages } from './alert-pages.ts';
import { AlertWriter } from './alert-writer.ts';
import type { Bookmark } from './bookmark.ts';

/** Milliseconds; long, because an outage may be long. */
const maxBackoff = 60_000;

/** Milliseconds; the upper bound of `Retry-After`. */
const maxDelay = 86_400_000;

export interface FollowerOptions {
  /** Milliseconds between polls. */
  interval: number;
  /** Saved after each alert that was written, never before. */
  bookmark: Bookmark | undefined;
  /** Where to start (default: after the newest alert). */
  start: CursorPosition | undefined;
  signal: AbortSignal;
}

/** Writes each new alert to stdout and keeps polling while the service is unavailable. */
export class Follower {
  readonly #pages: AlertPages;
  readonly #output: Output;
  readonly #options: FollowerOptions;
  readonly #writer: AlertWriter;

  constructor(pages: AlertPages, output: Output, options: FollowerOptions) {
    this.#pages = pages;
    this.#output = output;
    this.#options = options;
    this.#writer = new AlertWriter(output, options.signal);
  }

  /**
   * Resolves after the signal, or when stdout is closed.
   *
   * @throws the first error that a retry cannot fix
   */
  async run(): Promise<void> {
    const cursor = await this.#start();
    if (!cursor) return;
    do {
      const alerts = await this.#retry(() => this.#pages.after(cursor));
      if (!alerts || !(await this.#write(alerts, cursor))) return;
    } while (await this.#writer.wait(this.#options.interval));
  }

  /** Also saves the start, so that no alert before the first written one is lost. */
  async #start(): Promise<AlertCursor | undefined> {
    const { start, bookmark } = this.#options;
    const cursor = start
      ? new AlertCursor(start)
      : await this.#retry(async () => AlertCursor.after(await this.#pages.newest()));
    if (!cursor) return undefined;
    await bookmark?.save(cursor.position);
    const { since } = cursor.position;
    this.#output.note(`newswatch: following alerts${since === null ? '' : ` from ${since}`}`);
    return cursor;
  }

  /** Resolves to false if stdout is closed or the signal aborted. */
  async #write(alerts: readonly AlertLine[], cursor: AlertCursor): Promise<boolean> {
    const { bookmark, signal } = this.#options;
    for (const alert of alerts) {
      if (signal.aborted || !(await this.#writer.write(alert.json))) return false;
      cursor.markSeen(alert);
      await bookmark?.save(cursor.position);
    }
    return true;
  }

  /** Polls until it succeeds. Resolves to `undefined` if stdout is closed or the signal aborted. */
  async #retry<Found>(poll: () => Promise<Found>): Promise<Found | undefined> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await poll();
      } catch (error) {
        if (this.#options.signal.aborted) return undefined;
        const delay = delayAfter(error, failures);
        if (delay === undefined || !(error instanceof Error)) throw error;
        const seconds = Math.ceil(delay / 100) / 10;
        this.#output.note(`newswatch: ${error.message}; retrying in ${seconds} s`);
        if (!(await this.#writer.wait(delay))) return undefined;
      }
    }
  }
}

/** Milliseconds until the next poll; `undefined` if the error is permanent. */
function delayAfter(error: unknown, failures: number): number | undefined {
  const outcome = error instanceof ErrorResponse ? error.response : { error };
  if (!canRetry({ effect: 'read' }, outcome)) return undefined;
  const options = { now: Date.now(), random: Math.random(), maxBackoff };
  return Math.min(retryDelay(failures, outcome, options), maxDelay);
}
