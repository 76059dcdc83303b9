import { closeSync, fdatasync, openSync } from 'node:fs';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * Syncs the write-ahead log of a database file without blocking the event loop. With
 * `synchronous = NORMAL`, SQLite itself only syncs the log before a checkpoint
 * (sqlite.org/pragma.html#pragma_synchronous); once `flush` resolves, a commit is as durable as
 * with `FULL`.
 */
export class WalSync {
  readonly #fd: number;

  /** @param path of an open database file in WAL mode, which must stay open until {@link close} */
  constructor(path: string) {
    this.#fd = openSync(`${path}-wal`, 'r+');
  }

  /**
   * Resolves once every commit before the call is durable.
   *
   * @throws {StoreUnavailable} if the file cannot be synced
   */
  flush(): Promise<void> {
    return new Promise((resolve, reject) => {
      fdatasync(this.#fd, (cause) => {
        if (cause) reject(new StoreUnavailable('the store cannot be synced to disk', { cause }));
        else resolve();
      });
    });
  }

  close(): void {
    closeSync(this.#fd);
  }
}
