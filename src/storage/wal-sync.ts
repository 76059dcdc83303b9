import { closeSync, fdatasync, openSync } from 'node:fs';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Puts the commits of a database file on the disk from a thread of their own, so that the event
 * loop goes on meanwhile. For a connection with `synchronous = NORMAL`: SQLite itself then syncs the
 * write-ahead log before a checkpoint alone (sqlite.org/pragma.html#pragma_synchronous), and a
 * commit is as durable as with `FULL` once `flush` has resolved.
 */
export class WalSync {
  readonly #file: number;

  /** @param path the database file, which must be in WAL mode and stay open */
  constructor(path: string) {
    this.#file = openSync(`${path}-wal`, 'r+');
  }

  /**
   * Resolves once every commit before the call is durable.
   *
   * @throws {StoreUnavailable} when the disk refuses
   */
  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#file, (cause) => {
        if (cause) reject(new StoreUnavailable('the store cannot be synced', { cause }));
        else resolve();
      });
    });
  }

  close(): void {
    closeSync(this.#file);
  }
}
