import { AlertCursor, type CursorPosition } from '../../../../client/follow/alert-cursor.ts';
import { canRetry, retryDelay } from '../../../../client/retry-policy.ts';
import { ErrorResponse } from '../../../errors/error-response.ts';
import type { Output } from '../../../output/output.ts';
import type { AlertLine, AlertPages } from './alert-pages.ts';
import { AlertWriter } from './alert-writer.ts';
import type { Bookmark } from './bookmark.ts';

/** Milliseconds; more than the client's default, because an outage may be long. */
const maxBackoff = 60_000;

/** Milliseconds; a longer `Retry-After` is shortened to this. */
const maxDelay = 86_400_000;

export interface FollowerOptions {
  /** Milliseconds between polls. */
  interval: number;
  /** Saved at the start and after each alert is written. */
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
   * Resolves when the signal is aborted or stdout is closed.
   *
   * @throws the first error that a retry cannot fix
   */
  async run(): Promise<void> {
    const cursor = await this.#start();
    if (!cursor) return;
    let { since } = cursor.position;
    for (;;) {
      const page = await this.#retry(() => this.#pages.since(since));
      if (!page || !(await this.#write(page.alerts, cursor))) return;
      since = page.next ?? cursor.position.since;
      if (page.next === undefined && !(await this.#writer.wait(this.#options.interval))) return;
    }
  }

  /** Saves the start position, so that a restart before the first alert skips none. */
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

  /** Writes the new alerts. Resolves to false if stdout is closed or the signal aborted. */
  async #write(alerts: readonly AlertLine[], cursor: AlertCursor): Promise<boolean> {
    const { bookmark, signal } = this.#options;
    for (const alert of alerts.filter(({ id }) => !cursor.hasSeen(id))) {
      if (signal.aborted || !(await this.#writer.write(alert.json))) return false;
      cursor.markSeen(alert);
      await bookmark?.save(cursor.position);
    }
    return true;
  }

  /** Retries transient errors. Resolves to `undefined` if the signal aborts or stdout closes. */
  async #retry<Result>(poll: () => Promise<Result>): Promise<Result | undefined> {
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
  const options = { random: Math.random(), maxBackoff };
  return Math.min(retryDelay(failures, outcome, options), maxDelay);
}
