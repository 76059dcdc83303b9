import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Database } from '../../../storage/database.ts';
import { migrateSqlite } from '../../../storage/migrate.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import { sqliteMigrations } from '../sqlite/migrations.ts';
import type { NewsItemRecord } from '../store.ts';
import type { CopiedTable } from './tables.ts';

/** A news item with the time by which the embedded store orders it. */
export interface StoredNews extends NewsItemRecord {
  order_at: number;
}

/** An embedded store that is read whole, and that nobody writes to meanwhile. */
export class EmbeddedSource {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Takes the write lock until it is closed: what a server that still runs was asked to store would
   * be missing in the copy.
   *
   * @throws {StoreUnavailable} when there is no store in the folder, or it is in use or too new
   */
  static open(folder: string): EmbeddedSource {
    const path = join(folder, 'newswatch.db');
    if (!existsSync(path)) throw new StoreUnavailable(`there is no embedded store in ${folder}`);
    const database = Database.open(path);
    try {
      migrateSqlite(database, sqliteMigrations);
      database.script('BEGIN IMMEDIATE');
      return new EmbeddedSource(database);
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** What tells this store from any other: the account that was made first. */
  identity(): string {
    const row = this.#database.get<{ id: string }>(
      'SELECT id FROM accounts ORDER BY sequence LIMIT 1',
    );
    return row?.id ?? 'empty';
  }

  columns({ name }: CopiedTable): string[] {
    return this.#database
      .all<{ name: string }>('SELECT name FROM pragma_table_info(?)', name)
      .map((column) => column.name);
  }

  /** Rows of a table in a lasting order, from the one with this number on. */
  rows({ name, key }: CopiedTable, from: number, most: number): object[] {
    return this.#database.all<object>(
      `SELECT * FROM ${name} ORDER BY ${key.join(', ')} LIMIT ? OFFSET ?`,
      most,
      from,
    );
  }

  /** News in its order in time, after the item at this position; each with its own. */
  news(after: number, most: number): (StoredNews & { position: number })[] {
    return this.#database.all<StoredNews & { position: number }>(
      `SELECT position, id, title, description, url, source, publication_date, body,
         CAST(floor(position / 1000.0) AS INTEGER) AS order_at
       FROM news WHERE position > ? ORDER BY position LIMIT ?`,
      after,
      most,
    );
  }

  count(table: string): number {
    return this.#database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0;
  }

  close(): void {
    this.#database.close();
  }
}
