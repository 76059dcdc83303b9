import { indexItem } from './search/index/index.ts';
import { copyStoreInto as copy } from './store/open-store.ts';

type Options = Parameters<typeof copy>[0];

/**
 * Copies the SQLite store in a data folder into a PostgreSQL database, which no server may use
 * meanwhile. After an interruption, call it again to continue.
 *
 * @returns the number of copied rows by table
 * @throws {StoreUnavailable} if one of the two cannot be used, the database has other data, or the
 *   numbers of rows differ at the end
 */
export function copyIntoDatabase(options: Options): Promise<Record<string, number>> {
  return copy(options, indexItem);
}
