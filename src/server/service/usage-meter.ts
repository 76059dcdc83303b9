import type { UsageStore } from '../store/store.ts';

const flushAfter = 1000;

/**
 * Counts requests in memory and stores the counts a second later at the most, so that a read does
 * not wait for the disk. Refused requests count too. A crash loses at most that second's counts, and nothing else.
 */
export class UsageMeter {
  readonly #store: UsageStore;
  readonly #onError: (error: unknown) => void;
  readonly #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: UsageStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  count(accountId: string, operation: string, now: number): void {
    const key = JSON.stringify([accountId, dayOf(now), operation]);
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1);
    this.#timer ??= setTimeout(() => void this.flush().catch(this.#onError), flushAfter).unref();
  }

  /** Stores what was counted. Counts that the store does not take are kept for the next time. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = [...this.#counts];
    if (pending.length === 0) return;
    this.#counts.clear();
    try {
      await this.#store.add(
        pending.map(([key, requests]) => {
          const [account_id, day, operation] = JSON.parse(key) as [string, string, string];
          return { account_id, day, operation, requests };
        }),
      );
    } catch (error) {
      for (const [key, requests] of pending) {
        this.#counts.set(key, (this.#counts.get(key) ?? 0) + requests);
      }
      throw error;
    }
  }
}

/** The UTC day of a time, `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
