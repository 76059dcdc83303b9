import { LruCache } from '../../node/lru-cache.ts';
import type { RateLimit } from '../../node/rate-limit.ts';
import type { RateLimitCount, RateLimitEvents } from '../store/store.ts';

/** Maximum number of keys that are counted; the least recently used are forgotten. */
const maxKeys = 10_000;

/** The part of the maximum that a key may use of one process before its count is shared, soon. */
const unshared = 1 / 20;

interface Window {
  /** The events of all processes that are known to be stored. */
  stored: number;
  /** Events of this process that are not stored yet. */
  pending: number;
  /** Milliseconds since the epoch. */
  endsAt: number;
  /** The last exchange for which its key was listed. */
  listedFor: number;
}

/** The remainder of a limit for a key. */
export interface Quota {
  limit: RateLimit;
  remaining: number;
  /** Whole seconds until the window ends. */
  seconds: number;
}

/**
 * Counts events by key in fixed windows, in memory. The counts of keys that use a part of their maximum are
 * added to those in the store, which all processes share ({@link SharedCounters}).
 */
export class SharedCounter {
  readonly limit: RateLimit;
  readonly #name: string;
  readonly #now: () => number;
  readonly #onPending: (isUrgent: boolean) => void;
  readonly #windows = new LruCache<string, Window>({ maxSize: maxKeys });
  /** The keys with counts to share, as many as there are windows. */
  readonly #toShare = new LruCache<string, true>({ maxSize: maxKeys });
  /** The number of the next exchange with the store. */
  #exchange = 1;

  /**
   * @param name of the counter in the store
   * @param now milliseconds since the epoch
   * @param onPending called when there are counts to share; urgent if other processes could accept
   *   many events too many without them
   */
  constructor(
    name: string,
    limit: RateLimit,
    now: () => number,
    onPending: (isUrgent: boolean) => void,
  ) {
    this.#name = name;
    this.limit = limit;
    this.#now = now;
    this.#onPending = onPending;
  }

  /** Counts an event. */
  add(key: string): void {
    const now = this.#now();
    this.#count(key, this.#current(key, now), now);
  }

  /** The remainder for a key. {@link take} counts no events beyond it. */
  quota(key: string): Quota {
    const now = this.#now();
    return this.#quotaOf(this.#current(key, now), now);
  }

  /**
   * Counts an event, unless the key has reached its limit.
   *
   * @returns the remainder, and whether the event was counted
   */
  take(key: string): Quota & { isTaken: boolean } {
    const now = this.#now();
    const window = this.#current(key, now);
    const { limit, remaining, seconds } = this.#quotaOf(window, now);
    if (remaining === 0) return { limit, remaining, seconds, isTaken: false };
    this.#count(key, window, now);
    return { limit, remaining: remaining - 1, seconds, isTaken: true };
  }

  /** Whole seconds until the key may have another event; `undefined` if it may have one now. */
  retryAfter(key: string): number | undefined {
    const { remaining, seconds } = this.quota(key);
    return remaining === 0 ? seconds : undefined;
  }

  /** Removes and returns the counts to share. Each must be {@link share}d, or {@link keep}t. */
  takePending(): RateLimitEvents[] {
    const now = this.#now();
    const events: RateLimitEvents[] = [];
    for (const key of this.#toShare.keys()) {
      const window = this.#current(key, now);
      if (!window) continue;
      const { pending: points, endsAt: until } = window;
      events.push({ key: `${this.#name} ${key}`, points, now, until });
      window.stored += window.pending;
      window.pending = 0;
    }
    this.#toShare.clear();
    this.#exchange += 1;
    return events;
  }

  /** Sets the count of all processes, unless its window has ended. */
  share({ key, points, ends_at }: RateLimitCount & { key: string }): void {
    const now = this.#now();
    const window = this.#current(this.#keyOf(key), now);
    if (!window || ends_at <= now) return;
    window.stored = points;
    window.endsAt = Math.min(ends_at, now + this.#duration);
  }

  /** Keeps counts that could not be stored, to share them later, unless their window has ended. */
  keep({ key, points, until }: Pick<RateLimitEvents, 'key' | 'points' | 'until'>): void {
    const window = this.#current(this.#keyOf(key), this.#now());
    if (window?.endsAt !== until) return;
    window.stored -= points;
    window.pending += points;
    this.#list(this.#keyOf(key), window);
  }

  #count(key: string, known: Window | undefined, now: number): void {
    const endsAt = now + this.#duration;
    const window = known ?? { stored: 0, pending: 0, endsAt, listedFor: 0 };
    if (!known) this.#windows.set(key, window);
    window.pending += 1;
    const isUrgent = window.pending >= this.limit.maximum * unshared;
    if (window.stored === 0 && !isUrgent) return;
    this.#list(key, window);
    this.#onPending(isUrgent);
  }

  #list(key: string, window: Window): void {
    if (window.listedFor === this.#exchange) return;
    window.listedFor = this.#exchange;
    this.#toShare.set(key, true);
  }

  #quotaOf(window: Window | undefined, now: number): Quota {
    const used = window ? window.stored + window.pending : 0;
    const endsAt = window?.endsAt ?? now + this.#duration;
    return {
      limit: this.limit,
      remaining: Math.max(0, this.limit.maximum - used),
      seconds: Math.max(1, Math.ceil((endsAt - now) / 1000)),
    };
  }

  get #duration(): number {
    return this.limit.seconds * 1000;
  }

  #keyOf(storedKey: string): string {
    return storedKey.slice(this.#name.length + 1);
  }

  /** A window beyond its duration comes from a clock that was set back. */
  #current(key: string, now: number): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.endsAt > now && window.endsAt <= now + this.#duration
      ? window
      : undefined;
  }
}
