import { deliveryTimeout } from '../../contract/events.ts';
import type { OutboxStore } from '../store/store.ts';

/** Milliseconds of real time that a caller waits at most: one whole attempt and its overhead. */
const waitLimit = deliveryTimeout + 1000;

/** Milliseconds of real time between two polls for the attempts of other processes. */
const pollInterval = 100;

interface Waiter {
  readonly left: Set<string>;
  isDone: boolean;
  done(): void;
}

/** The callers that wait for the first attempts of deliveries. */
export class FirstAttempts {
  readonly #outbox: Pick<OutboxStore, 'unattempted'>;
  readonly #holdsAny: (eventIds: ReadonlySet<string>) => boolean;
  readonly #waiters = new Map<string, Waiter>();

  /** @param holdsAny whether this process holds one of the deliveries, and so will report it */
  constructor(
    outbox: Pick<OutboxStore, 'unattempted'>,
    holdsAny: (eventIds: ReadonlySet<string>) => boolean,
  ) {
    this.#outbox = outbox;
    this.#holdsAny = holdsAny;
  }

  /** Resolves when each of the deliveries has had an attempt, or after {@link waitLimit}. */
  async wait(eventIds: readonly string[]): Promise<void> {
    if (eventIds.length === 0) return;
    await new Promise<void>((resolve) => {
      const waiter: Waiter = {
        left: new Set(eventIds),
        isDone: false,
        done: () => {
          waiter.isDone = true;
          clearTimeout(timer);
          resolve();
        },
      };
      const timer = setTimeout(waiter.done, waitLimit);
      for (const id of eventIds) this.#waiters.set(id, waiter);
      void this.#poll(waiter);
    });
    for (const id of eventIds) this.#waiters.delete(id);
  }

  /** A delivery has had an attempt, and its outcome is stored. */
  attempted(eventId: string): void {
    const waiter = this.#waiters.get(eventId);
    waiter?.left.delete(eventId);
    if (waiter?.left.size === 0) waiter.done();
  }

  /** Stops waiting for all deliveries but these. */
  releaseAllExcept(eventIds: ReadonlySet<string>): void {
    for (const id of this.#waiters.keys()) if (!eventIds.has(id)) this.attempted(id);
  }

  async #poll(waiter: Waiter): Promise<void> {
    while (!waiter.isDone) {
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
      if (waiter.isDone || this.#holdsAny(waiter.left)) continue;
      const asked = [...waiter.left];
      // If the store is unavailable, the next poll asks it again.
      const unattempted = new Set(await this.#outbox.unattempted(asked).catch(() => asked));
      for (const id of asked) if (!unattempted.has(id)) this.attempted(id);
    }
  }
}
