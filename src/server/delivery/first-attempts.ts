import { deliveryTimeout } from '../../contract/events.ts';
import type { OutboxStore } from '../store/store.ts';

/** Real milliseconds that a caller waits for first attempts: one attempt, and what is around it. */
const patience = deliveryTimeout + 1000;

/** Real milliseconds between two looks at what other processes have done meanwhile. */
const glance = 100;

interface Waiter {
  readonly left: Set<string>;
  over: boolean;
  done(): void;
}

/** Who waits for the first attempts at which events. */
export class FirstAttempts {
  readonly #outbox: Pick<OutboxStore, 'untried'>;
  readonly #isHere: (eventIds: ReadonlySet<string>) => boolean;
  readonly #waiters = new Map<string, Waiter>();

  /** @param isHere whether this process holds one of the events, so that it tells of its end itself */
  constructor(
    outbox: Pick<OutboxStore, 'untried'>,
    isHere: (eventIds: ReadonlySet<string>) => boolean,
  ) {
    this.#outbox = outbox;
    this.#isHere = isHere;
  }

  /** Resolves when each of the events has had an attempt, or after the time of a whole one. */
  async at(eventIds: readonly string[]): Promise<void> {
    if (eventIds.length === 0) return;
    await new Promise<void>((resolve) => {
      const waiter: Waiter = {
        left: new Set(eventIds),
        over: false,
        done: () => {
          waiter.over = true;
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(waiter.done, patience);
      for (const id of eventIds) this.#waiters.set(id, waiter);
      void this.#watch(waiter);
    });
    for (const id of eventIds) this.#waiters.delete(id);
  }

  /** Another process may have been quicker to claim an event. */
  async #watch(waiter: Waiter): Promise<void> {
    while (!waiter.over) {
      await new Promise((resolve) => setTimeout(resolve, glance));
      if (!waiter.over && !this.#isHere(waiter.left)) await this.#noticeOthers(waiter.left);
    }
  }

  async #noticeOthers(left: ReadonlySet<string>): Promise<void> {
    const asked = [...left];
    // A store that is away is asked again at the next glance.
    const untried = new Set(await this.#outbox.untried(asked).catch(() => asked));
    for (const id of asked) if (!untried.has(id)) this.ended(id);
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
