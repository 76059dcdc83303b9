import type { Store, UsageCount } from '../../store/store.ts';

/** Maximum milliseconds before a count is stored. */
const flushDelay = 1000;
const minute = 60_000;
const day = 86_400_000;

/** Keys whose last use is known to be stored. Beyond, all are forgotten. */
const maxKeys = 10_000;

/** What the meter writes to. */
interface MeteredStore {
  usage: Pick<Store['usage'], 'add'>;
  keys: Pick<Store['keys'], 'setLastUsed'>;
}

/**
 * Counts requests, including rejected ones, and notes the uses of keys in memory. Stores both up to a
 * second later, so that requests do not wait for the disk. A crash loses those of that second.
 */
export class UsageMeter {
  readonly #store: MeteredStore;
  readonly #onError: (error: unknown) => void;
  readonly #counts = new Map<string, UsageCount>();
  /** When keys were used, by their hash, if that is not stored yet. */
  #keyUses = new Map<string, number>();
  /** The last noted use of each key, by its hash. */
  readonly #notedUses = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(store: MeteredStore, onError: (error: unknown) => void) {
    this.#store = store;
    this.#onError = onError;
  }

  count(account_id: string, operation: string, now: number): void {
    // The key is unambiguous: operation names contain no spaces.
    const key = `${Math.floor(now / day)} ${operation} ${account_id}`;
    const known = this.#counts.get(key);
    if (known) known.requests += 1;
    else this.#counts.set(key, { account_id, day: dayOf(now), operation, requests: 1 });
    this.#flushLater();
  }

  /** @param hash of the key */
  keyUsed(hash: string, now: number): void {
    if (now - (this.#notedUses.get(hash) ?? Number.NEGATIVE_INFINITY) < minute) return;
    if (this.#notedUses.size >= maxKeys) this.#notedUses.clear();
    this.#notedUses.set(hash, now);
    this.#keyUses.set(hash, now);
    this.#flushLater();
  }

  #flushLater(): void {
    this.#timer ??= setTimeout(() => void this.flush().catch(this.#onError), flushDelay).unref();
  }

  /** Stores the counts and uses. If that fails, the counts are kept for the next flush. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#storeKeyUses();
    const pending = [...this.#counts];
    if (pending.length === 0) return;
    this.#counts.clear();
    try {
      await this.#store.usage.add(pending.map(([, count]) => count));
    } catch (error) {
      for (const [key, count] of pending) {
        count.requests += this.#counts.get(key)?.requests ?? 0;
        this.#counts.set(key, count);
      }
      throw error;
    }
  }

  /** A use that cannot be stored is forgotten; the next one is noted at once. */
  async #storeKeyUses(): Promise<void> {
    const uses = [...this.#keyUses].map(([hash, used_at]) => ({ hash, used_at }));
    this.#keyUses = new Map();
    if (uses.length === 0) return;
    try {
      await this.#store.keys.setLastUsed(uses);
    } catch (error) {
      for (const { hash } of uses) this.#notedUses.delete(hash);
      throw error;
    }
  }
}

/** The UTC day of a time, as `YYYY-MM-DD`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
