import { indexItem } from './search/index/index-item.ts';
import type { CopyOptions } from './store/copy-store.ts';

/**
 * Copies the SQLite store in a data folder into a PostgreSQL database, which no server may use
 * during the copy. After an interruption, call it again to continue.
 *
 * @returns the number of copied rows by table
 * @throws {StoreUnavailable} if the store or the database cannot be used, the database contains
 *   other data, or the row counts differ at the end
 */
export async function copyIntoDatabase(options: CopyOptions): Promise<Record<string, number>> {
  const { copyStore } = await import('./store/copy-store.ts');
  return copyStore(options, indexItem);
}
