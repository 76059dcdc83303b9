import { deliveryTimeout } from '../../contract/events.ts';
import type { OutboxStore } from '../store/store.ts';

/** Milliseconds of real time that a caller waits at most: one whole attempt and its overhead. */
const waitLimit = deliveryTimeout + 1000;

/** Milliseconds of real time between two polls for the attempts of other processes. */
const pollInterval = 100;

/** The callers that wait for the first attempts of deliveries. */
export class FirstAttempts {
  readonly #outbox: Pick<OutboxStore, 'unattempted'>;
  readonly #holdsAny: (eventIds: ReadonlySet<string>) => boolean;
  /** Called when the delivery has had an attempt, by event id. */
  readonly #callbacks = new Map<string, () => void>();

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
    const attempts = eventIds.map(
      (id) => new Promise<void>((resolve) => this.#callbacks.set(id, resolve)),
    );
    const late = setTimeout(() => {
      for (const id of eventIds) this.attempted(id);
    }, waitLimit);
    void this.#poll(eventIds);
    await Promise.all(attempts);
    clearTimeout(late);
  }

  /** A delivery has had an attempt, and its outcome is stored. */
  attempted(eventId: string): void {
    this.#callbacks.get(eventId)?.();
    this.#callbacks.delete(eventId);
  }

  /** Stops waiting for all deliveries but these. */
  releaseAllExcept(eventIds: ReadonlySet<string>): void {
    for (const id of this.#callbacks.keys()) if (!eventIds.has(id)) this.attempted(id);
  }

  /** Asks for the attempts of other processes until there is nothing left to wait for. */
  async #poll(eventIds: readonly string[]): Promise<void> {
    for (;;) {
      await new Promise((resolve) => setTimeout(resolve, pollInterval));
      const left = eventIds.filter((id) => this.#callbacks.has(id));
      if (left.length === 0) return;
      if (this.#holdsAny(new Set(left))) continue;
      // If the store is unavailable, the next poll asks it again.
      const unattempted = new Set(await this.#outbox.unattempted(left).catch(() => left));
      for (const id of left) if (!unattempted.has(id)) this.attempted(id);
    }
  }
}
