import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../storage/database.ts';
import { migrateSqlite } from '../../../storage/migrate.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import type { StoredItem } from '../sql/news-addition.ts';
import { historyColumns, newsColumns } from '../sql/news-records.ts';
import { sqliteMigrations } from './migrations.ts';
import { readLastArrival } from './news-addition.ts';
import { orderAtColumn } from './news-position.ts';

/** A table to copy. */
export interface CopiedTable {
  name: string;
  columns: string[];
  /** The columns of the primary key. */
  key: string[];
}

/** An SQLite store to copy from, locked against writes while it is open. */
export class SqliteSource {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes the write lock until `close()`, so that a running server cannot write rows that the copy
   * would miss.
   *
   * @throws {StoreUnavailable} if the folder has no store, or it is in use or from a newer version
   */
  static open(folder: string): SqliteSource {
    const path = join(folder, 'newswatch.db');
    if (!existsSync(path)) throw new StoreUnavailable(`there is no SQLite store in ${folder}`);
    const database = Database.open(path);
    try {
      migrateSqlite(database, sqliteMigrations);
      database.script('BEGIN IMMEDIATE');
      return new SqliteSource(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Identifies the store: the id of the account that was created first. */
  identity(): string {
    const row = this.#database.get<{ id: string }>(
      'SELECT id FROM accounts ORDER BY sequence LIMIT 1',
    );
    return row?.id ?? 'empty';
  }

  /** Returns all tables except those that only SQLite has. Referenced tables come first. */
  tables(): CopiedTable[] {
    const tables = this.#database.all<{ name: string }>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'news*'
         AND name <> 'erasure'
       ORDER BY rowid`,
    );
    return tables.map(({ name }) => {
      const columns = this.#database.all<{ name: string; pk: number }>(
        'SELECT name, pk FROM pragma_table_info(?) ORDER BY pk, cid',
        name,
      );
      return {
        name,
        columns: columns.map((column) => column.name),
        key: columns.filter(({ pk }) => pk > 0).map((column) => column.name),
      };
    });
  }

  /** Returns rows of a table in the order of the primary key. */
  rows({ name, key }: CopiedTable, offset: number, limit: number): object[] {
    return this.#database.all<object>(
      `SELECT * FROM ${name} ORDER BY ${key.join(', ')} LIMIT ? OFFSET ?`,
      limit,
      offset,
    );
  }

  /** Returns the news items after a position, oldest first. */
  news(after: number, limit: number): (StoredItem & { position: number })[] {
    return this.#database.all<StoredItem & { position: number }>(
      `SELECT position, ${historyColumns}, ${newsColumns}, ${orderAtColumn} FROM news
       WHERE position > ? ORDER BY position LIMIT ?`,
      after,
      limit,
    );
  }

  lastArrival(): number {
    return readLastArrival(this.#database);
  }

  count(table: string): number {
    return this.#database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
  }

  close(): void {
    this.#database.close();
  }
}
