import { deliveryTimeout } from '../../contract/webhook-request.ts';
import type { OutboxStore } from '../store/store.ts';

/** Maximum milliseconds of real time that a caller waits: the timeout of an attempt, and 1 s. */
const waitLimit = deliveryTimeout + 1000;

/** Milliseconds of real time between polls for attempts made by other processes. */
const pollInterval = 100;

/** Lets callers wait for the next attempts of deliveries. */
export class NextAttempts {
  readonly #outbox: Pick<OutboxStore, 'unattempted'>;
  readonly #holdsAny: (eventIds: ReadonlySet<string>) => boolean;
  /** Callbacks of the waiting callers, by event id. */
  readonly #callbacks = new Map<string, () => void>();

  /** @param holdsAny whether this process has claimed one of the deliveries and will release it */
  constructor(
    outbox: Pick<OutboxStore, 'unattempted'>,
    holdsAny: (eventIds: ReadonlySet<string>) => boolean,
  ) {
    this.#outbox = outbox;
    this.#holdsAny = holdsAny;
  }

  /**
   * Resolves when each of the deliveries has had an attempt, or after {@link waitLimit}.
   *
   * @param attempted the number of attempts that each had before
   */
  async wait(eventIds: readonly string[], attempted = 0): Promise<void> {
    const attempts = eventIds.map(
      (id) => new Promise<void>((resolve) => this.#callbacks.set(id, resolve)),
    );
    const timer = setTimeout(() => {
      for (const id of eventIds) this.release(id);
    }, waitLimit);
    void this.#poll(eventIds, attempted);
    await Promise.all(attempts);
    clearTimeout(timer);
  }

  /** Ends the wait for a delivery, normally because the outcome of its attempt is stored. */
  release(eventId: string): void {
    this.#callbacks.get(eventId)?.();
    this.#callbacks.delete(eventId);
  }

  /** Stops waiting for all deliveries but these. */
  releaseAllExcept(eventIds: ReadonlySet<string>): void {
    for (const id of this.#callbacks.keys()) if (!eventIds.has(id)) this.release(id);
  }

  /** Polls for attempts made by other processes until all these deliveries are released. */
  async #poll(eventIds: readonly string[], attempted: number): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
      const waiting = eventIds.filter((id) => this.#callbacks.has(id));
      if (waiting.length === 0) return;
      if (this.#holdsAny(new Set(waiting))) continue;
      // If the store is unavailable, the next poll tries again.
      const unattempted = new Set(
        await this.#outbox.unattempted(waiting, attempted).catch(() => waiting),
      );
      for (const id of waiting) if (!unattempted.has(id)) this.release(id);
    }
  }
}
