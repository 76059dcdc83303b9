import { chmodSync, existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import type { DatabaseSyncInstance, StatementSyncInstance } from '@photostructure/sqlite';
import { StoreUnavailable } from './store-unavailable.ts';
import { WalSync } from './wal-sync.ts';

const memoryPath = ':memory:';

/** How a file is laid out. */
export interface DatabaseLayout {
  /** Bytes of a page, for a file that is made now; 4,096 unless given. Rows of some kilobytes want more. */
  pageSize?: number;
  /**
   * Bytes that the write-ahead log grows to before it is copied into the file, with the event loop
   * waiting: 32 MB unless given. What is written again and again before that is copied once.
   */
  logSize?: number;
}

type Value = string | number | bigint | null | Uint8Array;

/** One connection to an SQLite file, its statements prepared once. Synchronous. */
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
   * Opens a database file, readable by its owner alone as is the folder made for it, or a database
   * in memory for `:memory:`.
   *
   * @throws {StoreUnavailable} when the folder or the file cannot be used
   */
  static open(
    path: string,
    { pageSize = 4096, logSize = 32_000_000 }: DatabaseLayout = {},
  ): Database {
    return guarded(`cannot open the database ${path}`, () => {
      const inMemory = path === memoryPath;
      if (!inMemory) makeFolder(dirname(path));
      const database = new Database(new (loadDriver().DatabaseSync)(path), path);
      try {
        if (!inMemory) chmodSync(path, 0o600);
        // FULL is what makes an acknowledged write survive a power cut: WAL alone does not sync.
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

  /** Runs statements that take no parameters and give no rows. */
  script(sql: string): void {
    guarded('the store refused a statement', () => this.#connection.exec(sql));
  }

  /** Runs one statement and says how many rows it changed. */
  run(sql: string, ...values: Value[]): number {
    return guarded('the store refused a write', () =>
      Number(this.#prepare(sql).run(...values).changes),
    );
  }

  /** Runs an INSERT of one row and gives the row's number; `undefined` where there was a conflict. */
  insert(sql: string, ...values: Value[]): number | undefined {
    return guarded('the store refused a write', () => {
      const { changes, lastInsertRowid } = this.#prepare(sql).run(...values);
      return Number(changes) === 0 ? undefined : Number(lastInsertRowid);
    });
  }

  /** The first row. The caller's `Row` names the columns that its own SQL selects. */
  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    return guarded('the store refused a read', () => this.#prepare(sql).get(...values)) as
      | Row
      | undefined;
  }

  /** Every row, in the statement's order. */
  all<Row>(sql: string, ...values: Value[]): Row[] {
    return guarded('the store refused a read', () => this.#prepare(sql).all(...values)) as Row[];
  }

  /** All of the work or none of it. Takes the write lock at once, so that it cannot lose it midway. */
  transaction<Result>(work: () => Result): Result {
    this.script('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.script('COMMIT');
      return result;
    } catch (error) {
      // A full disk has SQLite roll back by itself.
      if (this.#connection.isTransaction) this.script('ROLLBACK');
      throw error;
    }
  }

  /**
   * The same, but the disk takes it while the event loop goes on. Others see the work at once, and
   * it survives the end of the process; once the promise resolves, that of the machine too.
   */
  async commit<Result>(work: () => Result): Promise<Result> {
    const result = this.#unsynced(() => this.transaction(work));
    if (this.#path !== memoryPath) {
      this.#wal ??= new WalSync(this.#path);
      await this.#wal.flush();
    }
    return result;
  }

  /** Runs work of an open transaction: if it fails, only its own changes are rolled back. */
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

  /** Copies what the log holds into the file now, as far as no reader needs it there. */
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

/** SQLite result codes (sqlite.org/rescode.html) for a store that is away, not for a fault of ours. */
const awayCodes = new Set([5, 6, 8, 10, 11, 13, 14, 23, 26]);

function guarded<Result>(what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (isAway(error)) throw new StoreUnavailable(`${what} (${reasonOf(error)})`, { cause: error });
    throw error;
  }
}

function reasonOf(error: unknown): string {
  const { errstr, code } = error as { errstr?: string; code?: string };
  return errstr ?? code ?? 'unknown';
}

function isAway(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const { errcode, code } = error as Error & { errcode?: number; code?: string };
  if (errcode !== undefined) return awayCodes.has(errcode & 0xff);
  return (
    code === 'EACCES' ||
    code === 'EROFS' ||
    code === 'ENOSPC' ||
    code === 'ENOTDIR' ||
    code === 'ENOENT' ||
    code === 'EEXIST'
  );
}

/** Step by step: Node's own recursive way never ends where a parent cannot hold folders (/proc). */
function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder));
  mkdirSync(folder, { mode: 0o700 });
}

interface Driver {
  DatabaseSync: new (path: string) => DatabaseSyncInstance;
}

/** The bundled driver, or Node's own where the optional dependency was left out. */
function loadDriver(): Driver {
  const require = createRequire(import.meta.url);
  try {
    return require('@photostructure/sqlite') as Driver;
  } catch (cause) {
    const builtin = process.getBuiltinModule?.('node:sqlite') as Driver | undefined;
    if (builtin) return builtin;
    throw new StoreUnavailable(
      'no SQLite: install the optional dependency @photostructure/sqlite, or use a Node with node:sqlite',
      { cause },
    );
  }
}
