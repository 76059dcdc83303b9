import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { assertPackageFiles } from '../node/package-files.ts';
import { makePrivateFolder } from '../node/private-folder.ts';
import { loadDriver, openConnection } from './driver.ts';
import { countUnavailable, newErrorCounts } from './error-counts.ts';
import { fileIdentity } from './file-identity.ts';
import { FullDiskMark } from './full-disk-mark.ts';
import { guarded } from './guarded.ts';
import { LockQueue } from './lock-queue.ts';
import { ensureOwnFile } from './own-file.ts';
import type { SqliteConnection, SqliteStatement, SqliteValue } from './sqlite-connection.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { defaultLockTimeout, isLocked } from './when-unlocked.ts';
import { WriteAheadLog } from './write-ahead-log.ts';

const memoryPath = ':memory:';

export interface DatabaseLayout {
  /** Page size of a new file in bytes (default: 4,096). Rows of several KB need larger pages. */
  pageSize?: number;
  /**
   * Size of the write-ahead log, in bytes, that triggers a checkpoint (default: 32 MB). A checkpoint
   * copies a page only once if it was written several times since the last.
   */
  logSize?: number;
  /** Milliseconds that `commit()` waits for a lock of another process (default: 5,000). */
  lockTimeout?: number;
}

/**
 * A connection to an SQLite file. Each statement is prepared once. All methods except `commit()` are
 * synchronous, and fail at once if another process has locked the file: see `whenUnlocked()`.
 */
export class Database {
  readonly #connection: SqliteConnection;
  readonly #path: string;
  readonly #statements = new Map<string, SqliteStatement>();
  readonly #lockTimeout: number;
  readonly #identity: string | undefined;
  /** Absent for a database in memory. */
  #log: WriteAheadLog | undefined;
  readonly #fullDisk = new FullDiskMark();
  /** Errors of statements so far. */
  readonly errors = newErrorCounts();
  readonly #lockQueue = new LockQueue();
  #isClosed = false;

  private constructor(connection: SqliteConnection, path: string, lockTimeout: number) {
    this.#connection = connection;
    this.#path = path;
    this.#lockTimeout = lockTimeout;
    this.#identity = fileIdentity(path);
  }

  /**
   * Opens a database file. Only its owner can access it and the folders created for it.
   *
   * @param path `:memory:` for a database in memory
   * @throws {StoreUnavailable} if the folder or the file cannot be used, or another user may have
   *   planted it
   * @throws {MissingPartsError} if there is no driver
   * @throws {Error} if a bundle contains this code and the package is not installed beside it
   */
  static open(
    path: string,
    {
      pageSize = 4096,
      logSize = 32_000_000,
      lockTimeout = defaultLockTimeout,
    }: DatabaseLayout = {},
  ): Database {
    assertPackageFiles();
    loadDriver();
    return guarded(`cannot open the database ${path}`, () => {
      const isInMemory = path === memoryPath;
      if (!isInMemory) {
        makePrivateFolder(dirname(path));
        ensureOwnFile(path);
        // SQLite would open a read-only file, and fail at the first write.
        for (const each of [dirname(path), path]) accessSync(each, constants.R_OK | constants.W_OK);
      }
      const database = new Database(openConnection(path), path, lockTimeout);
      try {
        // macOS keeps synced data in the cache of the disk without these; elsewhere they do nothing.
        database.script('PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON');
        // In WAL mode, only FULL syncs every commit, so that it survives a power failure.
        database.script(`PRAGMA busy_timeout = 0; PRAGMA page_size = ${pageSize};
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
          PRAGMA foreign_keys = ON; PRAGMA secure_delete = FAST;`);
        if (!isInMemory) database.#log = new WriteAheadLog(database, path, logSize);
        return database;
      } catch (error) {
        database.close();
        throw error;
      }
    });
  }

  /**
   * Reads a table from the file. It uses a new connection, because this one may respond from its cache,
   * also after the file was deleted or damaged.
   *
   * @throws {StoreUnavailable} if the file cannot be read, or is not the one that was opened
   */
  checkFile(table: string): void {
    const read = `SELECT 1 FROM ${table} LIMIT 1`;
    if (this.#path === memoryPath) return void this.get(read);
    guarded(`cannot read the database ${this.#path}`, () => {
      if (fileIdentity(this.#path) !== this.#identity) {
        throw new StoreUnavailable(`the database ${this.#path} was deleted or replaced`);
      }
      const connection = openConnection(this.#path, { readOnly: true });
      try {
        connection.prepare(read).get();
      } finally {
        connection.close();
      }
    });
  }

  /** Runs SQL statements that take no parameters. Their rows are discarded. */
  script(sql: string): void {
    this.#counted('the store rejected a statement', () => this.#connection.exec(sql));
  }

  /** Runs one statement and returns the number of changed rows. */
  run(sql: string, ...values: SqliteValue[]): number {
    return this.#counted('the store rejected a write', () =>
      Number(this.#prepare(sql).run(...values).changes),
    );
  }

  /**
   * Runs an `INSERT` of one row into a table with an integer key. Faster than `get()` with `RETURNING`,
   * for which SQLite collects the rows in a temporary table.
   *
   * @returns the key; `undefined` if the row was not inserted
   */
  insert(sql: string, ...values: SqliteValue[]): number | undefined {
    const { changes, lastInsertRowid } = this.#counted('the store rejected a write', () =>
      this.#prepare(sql).run(...values),
    );
    return Number(changes) === 0 ? undefined : Number(lastInsertRowid);
  }

  /** Returns the first row. The type parameter describes the selected columns. */
  get<Row>(sql: string, ...values: SqliteValue[]): Row | undefined {
    return this.#counted('the store rejected a read', () => this.#prepare(sql).get(...values)) as
      | Row
      | undefined;
  }

  all<Row>(sql: string, ...values: SqliteValue[]): Row[] {
    return this.#counted('the store rejected a read', () =>
      this.#prepare(sql).all(...values),
    ) as Row[];
  }

  /** Runs the work in a transaction that holds the write lock from its start. */
  transaction<Result>(work: () => Result): Result {
    this.script('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.script('COMMIT');
      return result;
    } catch (error) {
      // SQLite has already rolled back after some errors, such as a full disk.
      if (this.#connection.isTransaction) this.script('ROLLBACK');
      throw error;
    }
  }

  /**
   * Runs the work in a transaction and syncs it without blocking the event loop. Readers see its
   * changes immediately, and they survive a crash of the process. Once the promise resolves, they
   * also survive a power failure.
   *
   * While another process has locked the file, it waits, and so do later calls: their transactions
   * keep the order of the calls.
   *
   * @param since the time of `performance.now()` from which the lock timeout counts
   */
  async commit<Result>(work: () => Result, since = performance.now()): Promise<Result> {
    const result = await this.write(work, since);
    await this.#log?.flush();
    return result;
  }

  /**
   * Like `commit()`, but does not sync: resolves when the changes survive a crash of the process. They
   * survive a power failure only after a later `commit()`.
   */
  write<Result>(work: () => Result, since = performance.now()): Promise<Result> {
    const attempt = () => {
      const result = this.#unsynced(() => this.transaction(work));
      this.#log?.checkpointIfDue();
      return result;
    };
    return this.#fullDisk.watch(() => this.#lockQueue.run(attempt, since + this.#lockTimeout));
  }

  /** Whether recent commits failed because the disk is full. */
  get hasFullDisk(): boolean {
    return this.#fullDisk.isSet;
  }

  /** Runs the work inside the open transaction. If it fails, only its changes are rolled back. */
  savepoint<Result>(work: () => Result): Result {
    this.run('SAVEPOINT work');
    try {
      const result = work();
      this.run('RELEASE work');
      return result;
    } catch (error) {
      if (this.#connection.isTransaction) this.script('ROLLBACK TO work; RELEASE work');
      throw error;
    }
  }

  #unsynced<Result>(work: () => Result): Result {
    if (this.#path === memoryPath) return work();
    this.script('PRAGMA synchronous = NORMAL');
    try {
      return work();
    } finally {
      this.script('PRAGMA synchronous = FULL');
    }
  }

  /** Resolves when no checkpoint is active. They run in another thread. */
  async checkpointed(): Promise<void> {
    await this.#log?.checkpointed();
  }

  /**
   * Copies the write-ahead log into the database file and empties it, so that it keeps no content that
   * was deleted. Does nothing if another process uses the database: the last one to close it does this.
   * A worker thread copies a large log, and continues at the time limit. `close()` is short then too:
   * it copies the log only if no other connection is open.
   *
   * @param timeLimit in milliseconds
   */
  async truncateLog(timeLimit = 5000): Promise<void> {
    await this.#log?.truncate(timeLimit);
  }

  /**
   * Rewrites the file, so that neither it nor the write-ahead log contains bytes of deleted or changed
   * rows. A worker thread does the work, and holds the write lock for about 40 ms per megabyte.
   *
   * @throws {StoreUnavailable} if the file is locked for 30 seconds, or the disk is full
   */
  async rewriteFile(): Promise<void> {
    await this.#log?.rewriteFile();
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    // The driver would keep the lock until it has collected all prepared statements.
    if (this.#connection.isTransaction) this.script('ROLLBACK');
    this.#log?.close();
    this.#statements.clear();
    this.#connection.close();
  }

  #counted<Result>(message: string, work: () => Result): Result {
    try {
      return guarded(message, work);
    } catch (error) {
      if (isLocked(error)) this.errors.conflict += 1;
      else if (error instanceof StoreUnavailable) countUnavailable(this.errors, error);
      throw error;
    }
  }

  #prepare(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}
