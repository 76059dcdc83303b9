import { join } from 'node:path';
import { Database } from '../storage/database.ts';
import { StoreUnavailable } from '../storage/store-unavailable.ts';

/**
 * Takes a data folder for this process alone: two receivers on one inbox would take each other's
 * events for those of a process that died. The system lets go of it when the process ends, however
 * it ends.
 *
 * @returns what lets go of it
 * @throws {StoreUnavailable} when another receiver has it
 */
export function lockFolder(folder: string): () => void {
  if (folder === ':memory:') return () => {};
  const database = Database.open(join(folder, 'receiver.lock'));
  try {
    database.script('PRAGMA busy_timeout = 0; BEGIN IMMEDIATE');
  } catch (cause) {
    database.close();
    if (!(cause instanceof StoreUnavailable)) throw cause;
    throw new StoreUnavailable(`another receiver runs on the data folder ${folder}`, { cause });
  }
  return () => database.close();
}
