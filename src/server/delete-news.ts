import { checkOptions } from '../contract/check-options.ts';
import { objectWith, required, textsOption } from '../contract/option-types.ts';
import { type Clock, realClock } from './clock.ts';
import { type TakedownCounts, takeDownNews } from './domain/news/take-down.ts';
import { storeLocationTypes } from './server-option-types.ts';
import { openExistingStore, type StoreLocation } from './store/open-store.ts';

export type { TakedownCounts } from './domain/news/take-down.ts';

/** Options of {@link deleteNews}: the store, and what to delete. */
export interface DeleteNewsOptions extends StoreLocation {
  /** The ids of the news items. */
  ids: readonly string[];
  /** The time of the deletion (default: the system clock). */
  clock?: Pick<Clock, 'now'>;
}

const optionTypes = {
  ...storeLocationTypes,
  ids: required(textsOption),
  clock: objectWith('now', 'a clock, with the method now()'),
};

/**
 * Deletes news items from a store for good: they are removed from the index and from all records, and
 * are not imported again. Servers may use the store at the same time. Once it resolves, no file of an
 * SQLite store contains the text.
 *
 * @throws {StoreUnavailable} if there is no store in the folder, or it cannot be used or rewritten
 * @throws {TypeError} if an option is unknown or has another type
 */
export async function deleteNews(options: DeleteNewsOptions): Promise<TakedownCounts> {
  checkOptions('deleteNews()', options, optionTypes);
  const { ids, clock = realClock() } = options;
  const store = await openExistingStore(options);
  try {
    // Before, so that the next start of a server erases the text if this is interrupted.
    await store.erasure?.request();
    const counts = await takeDownNews(store, ids, clock.now());
    await store.erasure?.run();
    return counts;
  } finally {
    await store.close();
  }
}
