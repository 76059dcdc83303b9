import { chmodSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { errorMessage } from '../node/error-message.ts';
import { makePrivateFolder } from '../node/private-folder.ts';
import { StoreUnavailable } from './store-unavailable.ts';
import { WalSync } from './wal-sync.ts';

const memoryPath = ':memory:';

export interface DatabaseLayout {
  /** Page size of a new file in bytes (default: 4,096). Rows of several KB need larger pages. */
  pageSize?: number;
  /**
   * Size of the write-ahead log, in bytes, that triggers a checkpoint (default: 32 MB). Checkpoints
   * block the event loop, but copy a page only once if it was written several times since the last.
   */
  logSize?: number;
}

type Value = string | number | bigint | null | Uint8Array;

/** A synchronous connection to an SQLite file. Each statement is prepared once. */
export class Database {
  readonly #connection: DatabaseSyncInstance;
  readonly #path: string;
  readonly #statements = new Map<string, StatementSyncInstance>();
  #wal: WalSync | undefined;

  private constructor(connection: DatabaseSyncInstance, path: string) {
    this.#connection = connection;
    this.#path = path;
  }

  /**
   * Opens a database file. Only its owner can access it and the folders created for it.
   *
   * @param path `:memory:` for a database in memory
   * @throws {StoreUnavailable} if the folder or the file cannot be used
   */
  static open(
    path: string,
    { pageSize = 4096, logSize = 32_000_000 }: DatabaseLayout = {},
  ): Database {
    return guarded(`cannot open the database ${path}`, () => {
      const isInMemory = path === memoryPath;
      if (!isInMemory) makePrivateFolder(dirname(path));
      const database = new Database(new (loadDriver().DatabaseSync)(path), path);
      try {
        if (!isInMemory) chmodSync(path, 0o600);
        // In WAL mode, only FULL syncs every commit, so that it survives a power failure.
        database.script(`PRAGMA busy_timeout = 5000; PRAGMA page_size = ${pageSize};
          PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
          PRAGMA wal_autocheckpoint = ${Math.floor(logSize / pageSize)}; PRAGMA foreign_keys = ON;`);
        return database;
      } catch (error) {
        database.close();
        throw error;
      }
    });
  }

  /** Runs SQL statements that take no parameters. Their rows are discarded. */
  script(sql: string): void {
    guarded('the store rejected a statement', () => this.#connection.exec(sql));
  }

  /** Runs one statement and returns the number of changed rows. */
  run(sql: string, ...values: Value[]): number {
    return guarded('the store rejected a write', () =>
      Number(this.#prepare(sql).run(...values).changes),
    );
  }

  /** Returns the first row. The type parameter describes the selected columns. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return guarded('the store rejected a read', () => this.#prepare(sql).get(...values)) as
      | Row
      | undefined;
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    return guarded('the store rejected a read', () => this.#prepare(sql).all(...values)) as Row[];
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
   */
  async commit<Result>(work: () => Result): Promise<Result> {
    const result = this.#unsynced(() => this.transaction(work));
    if (this.#path !== memoryPath) {
      this.#wal ??= new WalSync(this.#path);
      await this.#wal.flush();
    }
    return result;
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
    this.script('PRAGMA synchronous = NORMAL');
    try {
      return work();
    } finally {
      this.script('PRAGMA synchronous = FULL');
    }
  }

  /** Copies the write-ahead log into the file, except for pages that readers still need. */
  checkpoint(): void {
    this.script('PRAGMA wal_checkpoint(PASSIVE)');
  }

  close(): void {
    this.#wal?.close();
    this.#statements.clear();
    this.#connection.close();
  }

  #prepare(sql: string): StatementSyncInstance {
    let statement = this.#statements.get(sql);
    if (!statement) {
      statement = this.#connection.prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

/** SQLite result codes (sqlite.org/rescode.html) of a database that cannot be used now. */
const unavailableCodes = new Set([5, 6, 8, 10, 11, 13, 14, 23, 26]);

/** Runs the work and wraps the errors of an unusable database in `StoreUnavailable`. */
function guarded<Result>(message: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    const { errstr, code } = error as { errstr?: string; code?: string };
    const reason = errstr ?? code ?? errorMessage(error);
    throw new StoreUnavailable(`${message} (${reason})`, { cause: error });
  }
}

/** Whether the error comes from an unusable database, file or folder, not from the statement. */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { errcode } = error as Error & { errcode?: number };
  return errcode === undefined ? 'syscall' in error : unavailableCodes.has(errcode & 0xff);
}

interface Driver {
  DatabaseSync: new (path: string) => DatabaseSyncInstance;
}

/** Loads the bundled driver, or Node's own if the optional dependency is not installed. */
function loadDriver(): Driver {
  const require = createRequire(import.meta.url);
  try {
    return require('@photostructure/sqlite') as Driver;
  } catch (cause) {
    const builtin = process.getBuiltinModule?.('node:sqlite') as Driver | undefined;
    if (builtin) return builtin;
    throw new StoreUnavailable(
      'SQLite is missing: install the optional dependency @photostructure/sqlite, or use a Node with node:sqlite',
      { cause },
    );
  }
}
