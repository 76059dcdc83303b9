import { checkOptions } from '../contract/check-options.ts';
import {
  callback,
  objectWith,
  required,
  signal as signalType,
  textsOption,
} from '../contract/option-types.ts';
import { silentLog } from '../node/log.ts';
import { type Clock, realClock } from './clock.ts';
import { operatorFetch } from './egress/guarded-fetch.ts';
import { HostResolver } from './egress/host-resolver.ts';
import { type ImportSummary, importLocations } from './feeds/import-news.ts';
import type { ImportProgress } from './feeds/read-news.ts';
import { storeLocationTypes } from './server-option-types.ts';
import { openExistingStore, type StoreLocation } from './store/open-store.ts';

/** Options of {@link addNews}: the store, and what to add. */
export interface AddNewsOptions extends StoreLocation {
  /** Files or URLs: JSON Lines or feeds. */
  news: readonly string[];
  /** Decides when the news arrives, and which dates are in the future (default: the system clock). */
  clock?: Pick<Clock, 'now'>;
  /** Called as the news is read. */
  onProgress?: (progress: ImportProgress) => void;
  /** Aborts the import; the batches already added stay in the store. */
  signal?: AbortSignal;
}

const optionTypes = {
  ...storeLocationTypes,
  news: required(textsOption),
  clock: objectWith('now', 'a clock, with the method now()'),
  onProgress: callback,
  signal: signalType,
};

/**
 * Adds news to a store. Servers may use the store at the same time: their monitors find the news.
 *
 * @returns one summary for each of `news`
 * @throws {StoreUnavailable} if there is no store in the folder, or it cannot be used
 * @throws {FeedError} if a file or URL is unavailable
 * @throws {TypeError} if an option is unknown or has another type
 */
export async function addNews(options: AddNewsOptions): Promise<ImportSummary[]> {
  checkOptions('addNews()', options, optionTypes);
  const { news, clock = realClock(), onProgress, signal } = options;
  const store = await openExistingStore(options);
  try {
    const resolver = new HostResolver({});
    return await importLocations(store.news, news, {
      now: () => clock.now(),
      newFetch: () => operatorFetch(resolver),
      log: silentLog,
      onProgress,
      signal,
    });
  } finally {
    await store.close();
  }
}
