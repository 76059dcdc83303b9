import { lstatSync } from 'node:fs';
import type { Database, Statement } from 'node-sqlite3-wasm';
import { ProcessLock } from './process-lock.ts';
import type { SqliteConnection, SqliteStatement, SqliteValue } from './sqlite-connection.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/**
 * A connection of `node-sqlite3-wasm` with the behavior of `node:sqlite`. It has no shared memory, so
 * only one connection can use a file in WAL mode.
 */
export class WasmConnection implements SqliteConnection {
  readonly isExclusive = true;
  readonly #database: Database;
  readonly #lock: ProcessLock | undefined;
  readonly #statements: Statement[] = [];

  /** @throws {StoreUnavailable} if another connection uses the file */
  constructor(driver: { Database: typeof Database }, path: string) {
    this.#lock = path === ':memory:' ? undefined : new ProcessLock(path);
    try {
      for (const suffix of ['-journal', '-wal']) refuseLink(`${path}${suffix}`);
      this.#database = withErrorCode(() => new driver.Database(path));
      this.exec('PRAGMA locking_mode = EXCLUSIVE');
    } catch (error) {
      this.#lock?.release();
      throw error;
    }
  }

  get isTransaction(): boolean {
    return this.#database.inTransaction;
  }

  exec(sql: string): void {
    withErrorCode(() => this.#database.exec(sql));
  }

  prepare(sql: string): SqliteStatement {
    const statement = withErrorCode(() => this.#database.prepare(sql));
    this.#statements.push(statement);
    return new WasmStatement(statement);
  }

  close(): void {
    // SQLite keeps a database with open statements, and its lock.
    for (const statement of this.#statements) statement.finalize();
    this.#database.close();
    this.#lock?.release();
  }
}

class WasmStatement implements SqliteStatement {
  readonly #statement: Statement;

  constructor(statement: Statement) {
    this.#statement = statement;
  }

  run(...values: SqliteValue[]): { changes: number } {
    return withErrorCode(() => this.#statement.run(values));
  }

  /** Reads all rows: after `Statement.get()`, the statement would stay active and block commits. */
  get(...values: SqliteValue[]): unknown {
    return this.all(...values)[0];
  }

  all(...values: SqliteValue[]): unknown[] {
    return withErrorCode(() => this.#statement.all(values));
  }
}

/** Other drivers open these files without following symbolic links. */
function refuseLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new StoreUnavailable(`${path} is not used: it is a symbolic link`);
  }
}

/** Gives errors the code of `node:sqlite`. Their result code has to be read from the message. */
function withErrorCode<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof Error && error.name === 'SQLite3Error') {
      Object.assign(error, { code: 'ERR_SQLITE_ERROR' });
    }
    throw error;
  }
}
