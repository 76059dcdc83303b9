import { setMaxListeners } from 'node:events';
import { errorMessage } from '../../node/error-message.ts';
import { FairPlaces } from '../../node/fair-places.ts';
import type { Log } from '../../node/log.ts';
import { parseUrl } from '../../node/parse-url.ts';
import type { Clock, Timer } from '../clock.ts';
import type { SourceFetch } from '../egress/guarded-fetch.ts';
import type { NewsStore } from '../store/store.ts';
import { type FeedShare, feedPlaces } from './feed-places.ts';
import { type ImportSummary, importEntries, importLevel, importNews } from './import-news.ts';
import { type FetchOptions, fetchFeed, type Validators } from './input/fetch-feed.ts';
import { fetchedInput } from './input/news-input.ts';
import { feedLimits } from './limits.ts';
import { isAddress, redactLocation } from './location.ts';
import { readInput } from './read-news.ts';

/** Places for polls, in total and for each host: they wait for servers and hold what these sent. */
const pollPlaces = { total: 16, perGroup: 2 };
const minute = 60_000;
const maxBackoff = 60 * minute;

export interface PollerOptions extends Pick<FetchOptions, 'timeout' | 'maxBytes'> {
  /** http(s) addresses (fetched with conditional requests) and files (read in full each time). */
  locations: readonly string[];
  clock: Clock;
  log: Log;
  /** Creates the `fetch` of one poll (default: the global one). */
  newFetch?: (() => SourceFetch) | undefined;
  /** Milliseconds from the end of a poll to the next (default: 15 minutes). */
  interval?: number | undefined;
  /** Called after each poll that has changed the news. */
  onChange?: () => void;
  /** Called after each poll. */
  onPoll?: (outcome: 'read' | 'unchanged' | 'failed') => void;
  /** Default: `Math.random`. */
  random?: () => number;
}

interface PolledFeed {
  readonly location: string;
  validators: Validators | undefined;
  failures: number;
  timer: Timer | undefined;
  /** When the next poll is due, in milliseconds since the epoch; `undefined` during a poll. */
  dueAt: number | undefined;
}

/**
 * Imports feeds periodically, from construction until `stop()`. Polls of one feed never overlap;
 * a failed poll is retried after {@link feedBackoff}.
 */
export class FeedPoller {
  readonly #news: NewsStore;
  readonly #options: PollerOptions;
  readonly #feeds: readonly PolledFeed[];
  readonly #polls = new FairPlaces(pollPlaces);
  readonly #places = feedPlaces({ largeBodies: feedLimits.maxLargeBodies });
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
      dueAt: undefined,
    }));
    // A wait for a place has a listener, and each feed waits for at most one at a time.
    setMaxListeners(0, this.#stopped.signal);
    for (const feed of this.#feeds) this.#start(feed);
  }

  /** Resolves when no poll is active. */
  async idle(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** When the next poll is due, in milliseconds since the epoch; `undefined` if all are active. */
  nextDue(): number | undefined {
    const times = this.#feeds.flatMap(({ dueAt }) => dueAt ?? []);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Aborts the active polls and resolves when they have ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    for (const { timer } of this.#feeds) timer?.cancel();
    await Promise.all(this.#running);
  }

  #start(feed: PolledFeed): void {
    feed.timer = undefined;
    feed.dueAt = undefined;
    const running = this.#pollAndSchedule(feed).finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  async #pollAndSchedule(feed: PolledFeed): Promise<void> {
    const location = redactLocation(feed.location);
    const { log, interval = 15 * minute, random = Math.random, onPoll } = this.#options;
    let delay = interval;
    try {
      const group = hostOf(feed.location);
      const summary = await this.#polls.during([group], this.#stopped.signal, () =>
        this.#poll(feed, location, { places: this.#places, groups: [group] }),
      );
      feed.failures = 0;
      onPoll?.(summary === 'unchanged' ? 'unchanged' : 'read');
      if (summary === 'unchanged') log('info', 'feed unchanged', { location });
      else {
        log(importLevel(summary), 'feed polled', { ...summary });
        if (summary.added + summary.updated > 0) this.#options.onChange?.();
      }
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      feed.failures += 1;
      onPoll?.('failed');
      delay = feedBackoff(feed.failures, random());
      const { failures } = feed;
      const reason = errorMessage(error);
      log('warn', 'feed failed', { location, reason, failures, retry_in_ms: delay });
    }
    if (this.#stopped.signal.aborted) return;
    const { clock } = this.#options;
    feed.dueAt = clock.now() + delay;
    feed.timer = clock.setTimer(delay, () => this.#start(feed));
  }

  async #poll(
    feed: PolledFeed,
    redacted: string,
    share: FeedShare,
  ): Promise<ImportSummary | 'unchanged'> {
    const { clock, timeout, maxBytes, newFetch } = this.#options;
    const { location, validators } = feed;
    const now = () => clock.now();
    const { signal } = this.#stopped;
    const reading = { maxBytes, share, signal };
    if (!isAddress(location)) return importNews(this.#news, location, { now, ...reading });
    const fetched = await fetchFeed(location, {
      timeout,
      validators,
      fetch: newFetch?.(),
      ...reading,
    });
    if (fetched.kind === 'unchanged') return 'unchanged';
    const entries = readInput(fetchedInput(fetched, redacted), reading);
    const summary = await importEntries(this.#news, entries, redacted, { now, signal });
    // Set only after the import: if it fails, the next poll must be unconditional.
    feed.validators = fetched.validators;
    return summary;
  }
}

function hostOf(location: string): string {
  return parseUrl(location)?.host ?? location;
}

/**
 * Milliseconds until a failed feed is polled again: one minute, doubled with each failure up to one
 * hour, minus a random part of up to half, so that feeds do not all retry at once.
 *
 * @param failures consecutive failures, at least 1
 * @param random in [0, 1)
 */
export function feedBackoff(failures: number, random: number): number {
  const maxDelay = Math.min(minute * 2 ** (failures - 1), maxBackoff);
  return Math.round(maxDelay * (1 - random / 2));
}
