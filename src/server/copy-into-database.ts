import { checkOptions } from '../contract/check-options.ts';
import { callback, required, signal, textOption } from '../contract/option-types.ts';
import { indexItem } from './search/index/index-item.ts';
import type { CopyOptions } from './store/copy-store.ts';

const optionTypes = {
  from: required(textOption),
  database: required(textOption),
  signal,
  onProgress: callback,
};

/**
 * Copies the SQLite store in a data folder into a PostgreSQL database, which no server may use
 * during the copy. After an interruption, call it again to continue.
 *
 * @returns the number of copied rows by table
 * @throws {StoreUnavailable} if the store or the database cannot be used, the database contains
 *   other data, or the row counts differ at the end
 * @throws {TypeError} if an option is unknown or has another type
 */
export async function copyIntoDatabase(options: CopyOptions): Promise<Record<string, number>> {
  checkOptions('copyIntoDatabase()', options, optionTypes);
  const { copyStore } = await import('./store/copy-store.ts');
  return copyStore(options, indexItem);
}
