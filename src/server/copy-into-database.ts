import { indexed } from './search/index/indexed-item.ts';
import { copyStoreInto as copy } from './store/open-store.ts';

type Options = Parameters<typeof copy>[0];

/**
 * Copies the embedded store in a data folder whole into a PostgreSQL database, which nobody may serve
 * meanwhile. A copy that was broken off goes on when it is begun again.
 *
 * @returns how many rows of each table both have now
 * @throws {StoreUnavailable} when one of the two cannot be used, the database serves something else,
 *   or the counts differ at the end
 */
export function copyIntoDatabase(options: Options): Promise<Record<string, number>> {
  return copy(options, indexed);
}
