import type { Inbox } from './inbox.ts';

/** Milliseconds for which a count holds, what was added since being added to it. */
const fresh = 1000;

/** Whether the inbox has room, without counting it for every event. */
export class Backlog {
  readonly #inbox: Inbox;
  readonly #limit: number;
  #counted = 0;
  #countedAt: number | undefined;

  constructor(inbox: Inbox, limit: number) {
    this.#inbox = inbox;
    this.#limit = limit;
  }

  isFull(now: number): boolean {
    if (this.#countedAt === undefined || Math.abs(now - this.#countedAt) >= fresh) {
      this.#counted = this.#inbox.backlog();
      this.#countedAt = now;
    }
    return this.#counted >= this.#limit;
  }

  added(): void {
    this.#counted += 1;
  }
}
