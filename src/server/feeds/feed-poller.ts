import type { Log } from '../../node/log.ts';
import type { Clock, Timer } from '../clock.ts';
import type { NewsStore } from '../store/store.ts';
import { feedBackoff } from './feed-backoff.ts';
import { type FetchOptions, fetchFeed, type Validators } from './fetch/fetch-feed.ts';
import { type ImportSummary, importEntries, importNews } from './import/import-news.ts';
import { isAddress, shownLocation } from './location.ts';
import { fetchedSource, readOpenSource } from './read-news.ts';

/** Feeds that are fetched at the same time. */
const AT_ONCE = 4;
const MINUTE = 60_000;

export interface PollerOptions extends Pick<FetchOptions, 'timeout_ms' | 'max_bytes'> {
  /** http(s) addresses, asked whether they changed, and files, read anew each time. */
  locations: readonly string[];
  clock: Clock;
  log: Log;
  /** From the end of one poll to the next; 15 unless given. */
  every_minutes?: number;
  /** In [0, 1). */
  random?: () => number;
}

interface PolledFeed {
  readonly location: string;
  validators: Validators | undefined;
  failures: number;
  timer: Timer | undefined;
}

/**
 * Keeps feeds in the store from the moment it is made until it is stopped. A feed is polled again
 * only after its poll has ended; one that fails is tried again after {@link feedBackoff}.
 */
export class FeedPoller {
  readonly #news: NewsStore;
  readonly #options: PollerOptions;
  readonly #feeds: readonly PolledFeed[];
  readonly #waiting: PolledFeed[] = [];
  readonly #running = new Set<Promise<void>>();
  readonly #stopped = new AbortController();

  constructor(news: NewsStore, options: PollerOptions) {
    this.#news = news;
    this.#options = options;
    this.#feeds = [...new Set(options.locations)].map((location) => ({
      location,
      validators: undefined,
      failures: 0,
      timer: undefined,
    }));
    for (const feed of this.#feeds) this.#due(feed);
  }

  /** Starts no further poll, breaks off those in flight, and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    this.#waiting.length = 0;
    for (const { timer } of this.#feeds) timer?.cancel();
    await Promise.all(this.#running);
  }

  #due(feed: PolledFeed): void {
    feed.timer = undefined;
    this.#waiting.push(feed);
    this.#next();
  }

  #next(): void {
    while (this.#running.size < AT_ONCE) {
      const feed = this.#waiting.shift();
      if (!feed) return;
      const running = this.#attend(feed).finally(() => {
        this.#running.delete(running);
        this.#next();
      });
      this.#running.add(running);
    }
  }

  async #attend(feed: PolledFeed): Promise<void> {
    const name = shownLocation(feed.location);
    const { log, every_minutes = 15, random = Math.random } = this.#options;
    let wait = every_minutes * MINUTE;
    try {
      const summary = await this.#poll(feed, name);
      feed.failures = 0;
      if (summary === 'unchanged') log('info', 'feed unchanged', { source: name });
      else log(summary.rejected > 0 ? 'warn' : 'info', 'feed polled', { ...summary });
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      feed.failures += 1;
      wait = feedBackoff(feed.failures, random());
      const { failures } = feed;
      const reason = error instanceof Error ? error.message : String(error);
      log('warn', 'feed failed', { source: name, reason, failures, retry_in_ms: wait });
    }
    if (this.#stopped.signal.aborted) return;
    feed.timer = this.#options.clock.setTimer(wait, () => this.#due(feed));
  }

  async #poll(feed: PolledFeed, name: string): Promise<ImportSummary | 'unchanged'> {
    const { clock, timeout_ms, max_bytes } = this.#options;
    const { location, validators } = feed;
    const now = () => clock.now();
    const { signal } = this.#stopped;
    if (!isAddress(location)) return importNews(this.#news, location, { now, max_bytes, signal });
    const fetched = await fetchFeed(location, { timeout_ms, max_bytes, validators, signal });
    if (fetched.kind === 'unchanged') return 'unchanged';
    const entries = readOpenSource(fetchedSource(fetched, name), { max_bytes, signal });
    const summary = await importEntries(this.#news, entries, name, { now, signal });
    // Only what is stored may be answered with "unchanged" next time.
    feed.validators = fetched.validators;
    return summary;
  }
}
