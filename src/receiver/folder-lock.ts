import { join } from 'node:path';
import { Database } from '../storage/database.ts';
import { StoreUnavailable } from '../storage/store-unavailable.ts';

/**
 * Locks a data folder for this process, so that no second receiver handles the same events. The
 * operating system releases the lock when the process ends, even if it is killed.
 *
 * @returns a function that releases the lock
 * @throws {StoreUnavailable} if another receiver holds the lock
 */
export function lockFolder(folder: string): () => void {
  if (folder === ':memory:') return () => {};
  const database = Database.open(join(folder, 'receiver.lock'));
  try {
    database.script('BEGIN IMMEDIATE');
  } catch (cause) {
    database.close();
    if (!(cause instanceof StoreUnavailable && cause.isLocked)) throw cause;
    throw new StoreUnavailable(`another receiver uses the data folder ${folder}`, { cause });
  }
  return () => database.close();
}
