import { canRetry, retryDelay } from '../../../../client/retry-policy.ts';
import type { Output } from '../../../output/output.ts';
import { AlertCursor, type CursorPosition } from './alert-cursor.ts';
import { type AlertLine, AlertPageError, type AlertPages } from './alert-pages.ts';
import { AlertWriter } from './alert-writer.ts';
import type { Bookmark } from './bookmark.ts';

/** Milliseconds that the backoff grows to: an outage may be long. */
const longestBackoff = 60_000;

/** Milliseconds; what Retry-After asks for is kept to up to a day. */
const longestWait = 86_400_000;

export interface FollowerOptions {
  /** Milliseconds between looks. */
  interval: number;
  /** Moved on after each alert that the reader took, never before. */
  bookmark: Bookmark | undefined;
  /** Where to begin; after the newest alert unless given. */
  start: CursorPosition | undefined;
  signal: AbortSignal;
}

/** Gives each new alert to the reader, and outlasts a service that is away. */
export class Follower {
  readonly #pages: AlertPages;
  readonly #output: Output;
  readonly #options: FollowerOptions;
  readonly #reader: AlertWriter;

  constructor(pages: AlertPages, output: Output, options: FollowerOptions) {
    this.#pages = pages;
    this.#output = output;
    this.#options = options;
    this.#reader = new AlertWriter(output, options.signal);
  }

  /**
   * Resolves after the signal, or once the reader has gone.
   *
   * @throws what another look will not mend
   */
  async run(): Promise<void> {
    const cursor = await this.#begin();
    if (!cursor) return;
    do {
      const records = await this.#persist(() => this.#pages.after(cursor));
      if (!records || !(await this.#hand(records, cursor))) return;
    } while (await this.#reader.wait(this.#options.interval));
  }

  /** Keeps the beginning, so that what comes before the first alert taken is not lost either. */
  async #begin(): Promise<AlertCursor | undefined> {
    const { start, bookmark } = this.#options;
    const cursor = start
      ? new AlertCursor(start)
      : await this.#persist(async () => AlertCursor.after(await this.#pages.newest()));
    if (!cursor) return undefined;
    await bookmark?.save(cursor.position);
    const { since } = cursor.position;
    this.#output.note(`newswatch: following alerts${since === null ? '' : ` from ${since}`}`);
    return cursor;
  }

  /** Resolves with whether all were taken, and more may be. */
  async #hand(records: readonly AlertLine[], cursor: AlertCursor): Promise<boolean> {
    const { bookmark, signal } = this.#options;
    for (const record of records) {
      if (signal.aborted || !(await this.#reader.write(record.json))) return false;
      cursor.markSeen(record);
      await bookmark?.save(cursor.position);
    }
    return true;
  }

  /** Looks until it works; `undefined` where following ends before that. */
  async #persist<Found>(look: () => Promise<Found>): Promise<Found | undefined> {
    for (let failures = 0; ; failures += 1) {
      try {
        return await look();
      } catch (error) {
        if (this.#options.signal.aborted) return undefined;
        const delay = delayAfter(error, failures);
        if (delay === undefined || !(error instanceof Error)) throw error;
        const seconds = Math.ceil(delay / 100) / 10;
        this.#output.note(`newswatch: ${error.message}; trying again in ${seconds} s`);
        if (!(await this.#reader.wait(delay))) return undefined;
      }
    }
  }
}

/** Milliseconds before the next look; `undefined` where that will mend nothing. */
function delayAfter(error: unknown, failures: number): number | undefined {
  const outcome = error instanceof AlertPageError ? error.response : { error };
  if (!canRetry({ effect: 'read' }, outcome)) return undefined;
  const chance = { now: Date.now(), random: Math.random(), longest: longestBackoff };
  return Math.min(retryDelay(failures, outcome, chance), longestWait);
}
