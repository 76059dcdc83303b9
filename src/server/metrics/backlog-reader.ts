import type { Backlog } from '../store/store.ts';

/** Milliseconds between two readings: scrapes in between get the last one. */
const minInterval = 5000;

/** Readings take at most one part in this many of the time. */
const maxShare = 50;

/** Milliseconds that a scrape waits for a reading. */
const maxWait = 2000;

/**
 * Reads the backlog of a store for scrapes. Readings of a large backlog take longer and are made less
 * often. A store that does not respond delays a scrape by {@link maxWait} at most, and gets no second
 * reading meanwhile.
 */
export class BacklogReader {
  readonly #read: () => Promise<Backlog>;
  #reading: Promise<void> | undefined;
  #last: Backlog | undefined;
  /** In milliseconds of `performance.now()`. */
  #nextAt = 0;

  constructor(read: () => Promise<Backlog>) {
    this.#read = read;
  }

  /** The last reading; `undefined` if it failed or has not ended in time. */
  async backlog(): Promise<Backlog | undefined> {
    if (performance.now() >= this.#nextAt) {
      this.#reading ??= this.#readOnce().finally(() => {
        this.#reading = undefined;
      });
    }
    if (!this.#reading) return this.#last;
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, maxWait, 'late');
    });
    const ended = await Promise.race([this.#reading, timeout]);
    clearTimeout(timer);
    return ended === 'late' ? undefined : this.#last;
  }

  async #readOnce(): Promise<void> {
    const started = performance.now();
    this.#last = await this.#read().catch(() => undefined);
    const ended = performance.now();
    this.#nextAt = ended + Math.max(minInterval, maxShare * (ended - started));
  }
}
