import type { UsageCount, UsageStore } from '../../store/store.ts';

/** Maximum milliseconds before a count is stored. */
const flushDelay = 1000;
const day = 86_400_000;

/**
 * Counts requests, including rejected ones, in memory and stores the counts up to a second later,
 * so that requests do not wait for the disk. A crash loses the counts of that second.
 */
export class UsageMeter {
  readonly #store: UsageStore;
  readonly #onError: (error: unknown) => void;
  readonly #counts = new Map<string, UsageCount>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: UsageStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  count(account_id: string, operation: string, now: number): void {
    // The key is unambiguous: operation names contain no spaces.
    const key = `${Math.floor(now / day)} ${operation} ${account_id}`;
    const known = this.#counts.get(key);
    if (known) known.requests += 1;
    else this.#counts.set(key, { account_id, day: dayOf(now), operation, requests: 1 });
    this.#timer ??= setTimeout(() => void this.flush().catch(this.#onError), flushDelay).unref();
  }

  /** Stores the counts. If that fails, they are kept for the next flush. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const pending = [...this.#counts];
    if (pending.length === 0) return;
    this.#counts.clear();
    try {
      await this.#store.add(pending.map(([, count]) => count));
    } catch (error) {
      for (const [key, count] of pending) {
        count.requests += this.#counts.get(key)?.requests ?? 0;
        this.#counts.set(key, count);
      }
      throw error;
    }
  }
}

/** The UTC day of a time, as `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
