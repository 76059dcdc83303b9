export type SqliteValue = string | number | bigint | null | Uint8Array;

/** The exports of `node:sqlite` that the store uses. */
export interface SqliteDriver {
  DatabaseSync: new (path: string, options?: { readOnly?: boolean }) => SqliteConnection;
}

/** A connection of an SQLite driver: the methods of `DatabaseSync` (`node:sqlite`) that the store uses. */
export interface SqliteConnection {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqliteStatement;
  close(): void;
}

/** A prepared statement. A thrown error has the result code of SQLite in `errcode`. */
export interface SqliteStatement {
  run(...values: SqliteValue[]): { changes: number | bigint; lastInsertRowid: number | bigint };
  get(...values: SqliteValue[]): unknown;
  all(...values: SqliteValue[]): unknown[];
}
