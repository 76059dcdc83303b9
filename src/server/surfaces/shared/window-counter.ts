import { LruCache } from '../../../node/lru-cache.ts';

interface Window {
  count: number;
  /** Milliseconds of a monotonic clock. */
  endsAt: number;
}

interface WindowCounterOptions {
  /** Milliseconds from the first event of a key until its count restarts. */
  duration: number;
  /** Maximum count of a key in a window. */
  maximum: number;
  /** Monotonic milliseconds (default: real time, because limits protect real resources). */
  now?: () => number;
}

/** Maximum number of keys that are counted; the least recently used are forgotten. */
const maxKeys = 10_000;

/** Counts events by key in fixed windows, in the memory of this process. */
export class WindowCounter {
  readonly #windows = new LruCache<string, Window>({ maxSize: maxKeys });
  readonly #options: Required<WindowCounterOptions>;

  constructor({ now = () => performance.now(), ...options }: WindowCounterOptions) {
    this.#options = { now, ...options };
  }

  /** Counts an event. */
  add(key: string): void {
    const window = this.#current(key);
    if (window) window.count += 1;
    else this.#windows.set(key, { count: 1, endsAt: this.#options.now() + this.#options.duration });
  }

  /** Whole seconds until the key may have another event; `undefined` if it may have one now. */
  retryAfter(key: string): number | undefined {
    const window = this.#current(key);
    if (!window || window.count < this.#options.maximum) return undefined;
    return Math.max(1, Math.ceil((window.endsAt - this.#options.now()) / 1000));
  }

  #current(key: string): Window | undefined {
    const window = this.#windows.get(key);
    return window && window.endsAt > this.#options.now() ? window : undefined;
  }
}
