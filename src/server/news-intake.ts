import type { NewsInput } from '../generated/fixture.ts';
import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import type { Clock } from './clock.ts';
import { operatorFetch } from './egress/guarded-fetch.ts';
import type { HostResolver } from './egress/host-resolver.ts';
import { FeedPoller } from './feeds/feed-poller.ts';
import { importItems } from './feeds/import-items.ts';
import type { ImportSummary } from './feeds/import-news.ts';
import { type FilePosition, NewsFiles } from './feeds/news-files.ts';
import { Matcher } from './matching/matcher.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { AddItemsOptions, ServerOptions } from './server-options.ts';
import type { Store } from './store/store.ts';
import { itemsToAdd } from './testing/items-to-add.ts';

interface NewsIntakeOptions extends Pick<ServerOptions, 'feeds' | 'feedInterval'> {
  store: Pick<Store, 'news' | 'matches'>;
  clock: Clock;
  log: Log;
  metrics: Metrics;
  resolver: HostResolver;
  /** How far the files of news are read. */
  newsPositions: readonly FilePosition[];
  /** Aborted when the store is about to close: then errors of matching are not logged. */
  stopping: AbortSignal;
}

/** How news enters the store and is matched with monitors: feeds, files, and `addNews()`. */
export class NewsIntake {
  readonly #options: NewsIntakeOptions;
  readonly #matcher: Matcher;
  readonly #files: NewsFiles;
  #poller: FeedPoller | undefined;

  constructor(options: NewsIntakeOptions) {
    const { store, clock, log, newsPositions } = options;
    this.#options = options;
    this.#matcher = new Matcher(store, log);
    this.#files = new NewsFiles({
      news: store.news,
      positions: newsPositions,
      log,
      now: () => clock.now(),
      onChange: () => this.#matchLater(),
    });
  }

  /** Starts matching what is in the store, and polling the feeds. */
  start(): void {
    const { store, clock, log, metrics, resolver, feeds, feedInterval } = this.#options;
    this.#matchLater();
    if (!feeds?.length) return;
    this.#poller = new FeedPoller(store.news, {
      locations: feeds,
      clock,
      log,
      interval: feedInterval,
      onChange: () => this.#matchLater(),
      onPoll: (outcome) => metrics.count('newswatch_feed_polls_total', { feed: 'server', outcome }),
      newFetch: () => operatorFetch(resolver),
    });
  }

  /** Imports the lines that were added to files before the call. */
  readFiles(): Promise<void> {
    return this.#files.read();
  }

  /**
   * Resolves when everything that arrived before the call is matched, the lines of files included.
   *
   * @param signal ends the wait
   * @throws the reason of the signal if it is aborted
   */
  async match(signal?: AbortSignal): Promise<void> {
    await this.#files.read();
    await this.#matcher.match(signal);
  }

  /** Adds items, and resolves when they are matched. */
  async add(items: readonly NewsInput[], options: AddItemsOptions = {}): Promise<ImportSummary> {
    const { store, clock } = this.#options;
    const news = itemsToAdd(items, options, clock.now());
    const summary = await importItems(store.news, news, () => clock.now());
    await this.#matcher.match();
    return summary;
  }

  /** Resolves when no poll is active. */
  async idle(): Promise<void> {
    await this.#poller?.idle();
  }

  /** When the next poll is due, in milliseconds since the epoch; `undefined` if none is planned. */
  nextDue(): number | undefined {
    return this.#poller?.nextDue();
  }

  /** Ends reading feeds and files. */
  async stopReading(): Promise<void> {
    await Promise.all([this.#files.stop(), this.#poller?.stop()]);
  }

  /** Ends matching. Call it after {@link stopReading}, when nothing waits for matches any more. */
  async stopMatching(): Promise<void> {
    await this.#matcher.stop();
  }

  #matchLater(): void {
    void this.#matcher.match().catch((error: unknown) => {
      const { log, stopping } = this.#options;
      if (!stopping.aborted) log('error', 'news not matched', { reason: errorMessage(error) });
    });
  }
}
