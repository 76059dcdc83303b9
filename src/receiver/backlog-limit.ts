import type { Inbox } from './inbox.ts';

/** Milliseconds until the events are counted again. */
const maxAge = 1000;

/** Limits the number of unhandled events without a query for every new event. */
export class BacklogLimit {
  readonly #inbox: Inbox;
  readonly #max: number;
  #count = 0;
  #countedAt: number | undefined;

  /** @param max number of unhandled events at which the limit is reached */
  constructor(inbox: Inbox, max: number) {
    this.#inbox = inbox;
    this.#max = max;
  }

  isReached(now: number): boolean {
    if (this.#countedAt === undefined || Math.abs(now - this.#countedAt) >= maxAge) {
      this.#count = this.#inbox.countUnhandled();
      this.#countedAt = now;
    }
    return this.#count >= this.#max;
  }

  /** Counts an event that was added since the last query. */
  add(): void {
    this.#count += 1;
  }
}
