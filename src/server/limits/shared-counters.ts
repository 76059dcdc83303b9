import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import type { RateLimit } from '../../node/rate-limit.ts';
import type { RateLimitStore } from '../store/store.ts';
import { SharedCounter } from './shared-counter.ts';

/** Milliseconds after which counts are exchanged with the store. */
const interval = 1000;

/** Milliseconds between two exchanges if counts are urgent. */
const minInterval = 100;

interface SharedCountersOptions {
  store: Pick<RateLimitStore, 'addAll'>;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Log;
}

/**
 * Counters whose counts all processes of a store share. They are exchanged once a second, and up to ten
 * times while keys use much of their maximum, in one statement, so that requests do not wait for the
 * store: meanwhile each process counts on its own.
 */
export class SharedCounters {
  readonly #options: SharedCountersOptions;
  readonly #counters = new Map<string, SharedCounter>();
  #timer: NodeJS.Timeout | undefined;
  /** Whether the timer is that of urgent counts. */
  #isSoon = false;
  #flushing = Promise.resolve();
  /** In milliseconds of `performance.now()`. */
  #flushedAt = Number.NEGATIVE_INFINITY;
  #hasFailed = false;
  #isStopped = false;

  constructor(options: SharedCountersOptions) {
    this.#options = options;
  }

  /** @param name a word, which the keys in the store start with */
  create(name: string, limit: RateLimit): SharedCounter {
    const counter = new SharedCounter(name, limit, this.#options.now, (isUrgent) =>
      this.#flushLater(isUrgent),
    );
    this.#counters.set(name, counter);
    return counter;
  }

  /** Exchanges counts with the store now. Never rejects: without the store, each process counts on its own. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushedAt = performance.now();
    this.#flushing = this.#flushing.then(() => this.#exchange());
    await this.#flushing;
  }

  /** Exchanges the last counts, and stops. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.flush();
  }

  #flushLater(isUrgent = false): void {
    // A store that has failed is not asked more often.
    const isSoon = isUrgent && !this.#hasFailed;
    if (this.#isStopped || (this.#timer && (this.#isSoon || !isSoon))) return;
    clearTimeout(this.#timer);
    const wait = isSoon ? Math.max(0, this.#flushedAt + minInterval - performance.now()) : interval;
    this.#timer = setTimeout(() => void this.flush(), wait).unref();
    this.#isSoon = isSoon;
  }

  async #exchange(): Promise<void> {
    const events = [...this.#counters.values()].flatMap((counter) => counter.takePending());
    if (events.length === 0) return;
    try {
      const counts = await this.#options.store.addAll(events);
      for (const count of counts) this.#counterOf(count)?.share(count);
      this.#hasFailed = false;
    } catch (error) {
      for (const each of events) this.#counterOf(each)?.keep(each);
      this.#flushLater();
      if (!this.#hasFailed) {
        this.#options.log('warn', 'rate limits not shared', { reason: errorMessage(error) });
      }
      this.#hasFailed = true;
    }
  }

  #counterOf({ key }: { key: string }): SharedCounter | undefined {
    return this.#counters.get(key.slice(0, key.indexOf(' ')));
  }
}
