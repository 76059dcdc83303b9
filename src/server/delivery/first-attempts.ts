import { deliveryTimeout } from '../../contract/events.ts';
import type { OutboxStore } from '../store/store.ts';

/** Real milliseconds that a caller waits for first attempts: one attempt, and what is around it. */
const patience = deliveryTimeout + 1000;

/** Real milliseconds between two looks at what other processes have done meanwhile. */
const glance = 200;

interface Waiter {
  readonly left: Set<string>;
  done(): void;
}

/** Who waits for the first attempts at which events. */
export class FirstAttempts {
  readonly #outbox: Pick<OutboxStore, 'untried'>;
  readonly #waiters = new Map<string, Waiter>();

  constructor(outbox: Pick<OutboxStore, 'untried'>) {
    this.#outbox = outbox;
  }

  /** Resolves when each of the events has had an attempt, or after the time of a whole one. */
  async at(eventIds: readonly string[]): Promise<void> {
    if (eventIds.length === 0) return;
    let timer: NodeJS.Timeout | undefined;
    const watch = setInterval(() => void this.#noticeOthers(eventIds), glance);
    await new Promise<void>((resolve) => {
      timer = setTimeout(resolve, patience);
      const waiter = { left: new Set(eventIds), done: resolve };
      for (const id of eventIds) this.#waiters.set(id, waiter);
    });
    clearTimeout(timer);
    clearInterval(watch);
    for (const id of eventIds) this.#waiters.delete(id);
  }

  /** Another process may have been quicker to claim an event. */
  async #noticeOthers(eventIds: readonly string[]): Promise<void> {
    // A store that is away is asked again at the next glance.
    const untried = new Set(await this.#outbox.untried(eventIds).catch(() => eventIds));
    for (const id of eventIds) if (!untried.has(id)) this.ended(id);
  }

  /** Whoever waits for other events than these waits for them no longer. */
  giveUpBut(eventIds: ReadonlySet<string>): void {
    for (const id of this.#waiters.keys()) if (!eventIds.has(id)) this.ended(id);
  }

  /** An attempt at an event has ended, and that is stored. */
  ended(eventId: string): void {
    const waiter = this.#waiters.get(eventId);
    waiter?.left.delete(eventId);
    if (waiter?.left.size === 0) waiter.done();
  }
}
