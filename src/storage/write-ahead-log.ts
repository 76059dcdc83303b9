import { statSync } from 'node:fs';
import { errorMessage } from '../node/error-message.ts';
import { BackgroundCheckpoints, runCheckpoint } from './background-checkpoints.ts';
import { guarded } from './guarded.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { WalSync } from './wal-sync.ts';

/** Bytes of a log that `truncate()` copies without a worker thread. */
const maxSmallLog = 1_000_000;

/** The methods of `Database` that the log needs. */
interface Connection {
  get<Row>(sql: string): Row | undefined;
  script(sql: string): void;
}

/** The write-ahead log of a database file: its syncs and checkpoints. */
export class WriteAheadLog {
  readonly #database: Connection;
  readonly #path: string;
  #sync: WalSync | undefined;
  #checkpoints: BackgroundCheckpoints | undefined;
  #isClosed = false;

  /**
   * @param path of the database file
   * @param maxSize in bytes: a larger log triggers a checkpoint
   */
  constructor(database: Connection, path: string, maxSize: number) {
    this.#database = database;
    this.#path = path;
    const { page_size = 4096 } = database.get<{ page_size: number }>('PRAGMA page_size') ?? {};
    const interval = Math.floor(maxSize / page_size);
    database.script(`PRAGMA wal_autocheckpoint = ${interval}`);
    if (!this.#canReadSize()) return;
    database.script('PRAGMA wal_autocheckpoint = 0');
    const onFailure = () => {
      this.#checkpoints = undefined;
      if (!this.#isClosed) database.script(`PRAGMA wal_autocheckpoint = ${interval}`);
    };
    this.#checkpoints = new BackgroundCheckpoints({ path, interval, onFailure });
  }

  /** Resolves when everything that was written before survives a power failure. */
  async flush(): Promise<void> {
    this.#sync ??= guarded('the write-ahead log cannot be opened', () => new WalSync(this.#path));
    await this.#sync.flush();
  }

  /** Starts a checkpoint in another thread if the log is large. */
  checkpointIfDue(): void {
    if (!this.#checkpoints) return;
    try {
      const size = this.#database.get<{ log: number }>('PRAGMA wal_checkpoint(NOOP)');
      this.#checkpoints.startIfDue(size?.log ?? 0);
    } catch (error) {
      // The transaction is committed. A later one starts the checkpoint.
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  async checkpointed(): Promise<void> {
    await this.#checkpoints?.ended();
  }

  /** See `Database.truncateLog()`. */
  async truncate(timeLimit: number): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<'expired'>((resolve) => {
      timer = setTimeout(resolve, timeLimit, 'expired');
    });
    try {
      if ((await Promise.race([this.checkpointed(), expired])) === 'expired') return;
      const size = fileSize(`${this.#path}-wal`);
      if (size > maxSmallLog) {
        await Promise.race([runCheckpoint(this.#path, 'truncate-log').catch(() => {}), expired]);
      } else if (size > 0) this.#truncateSmall();
    } finally {
      clearTimeout(timer);
    }
  }

  /** See `Database.rewriteFile()`. */
  async rewriteFile(): Promise<void> {
    await this.checkpointed();
    try {
      await runCheckpoint(this.#path, 'rewrite-file');
    } catch (cause) {
      const reason = errorMessage(cause);
      throw new StoreUnavailable(
        `deleted text could not be erased from ${this.#path}: ${reason}; the next start of a server tries again`,
        { cause },
      );
    }
  }

  close(): void {
    this.#isClosed = true;
    this.#sync?.close();
  }

  #truncateSmall(): void {
    try {
      this.#database.script('PRAGMA wal_checkpoint(TRUNCATE)');
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
    }
  }

  /** Whether SQLite is 3.51 or later. Before, `wal_checkpoint(NOOP)` makes a checkpoint. */
  #canReadSize(): boolean {
    const row = this.#database.get<{ version: string }>('SELECT sqlite_version() AS version');
    const [major = 0, minor = 0] = (row?.version ?? '').split('.').map(Number);
    return major > 3 || (major === 3 && minor >= 51);
  }
}

/** In bytes; 0 if there is no file. */
function fileSize(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
