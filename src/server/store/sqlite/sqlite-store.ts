import { join } from 'node:path';
import { Database } from '../../../storage/database.ts';
import { migrateSqlite } from '../../../storage/migrate.ts';
import { sqlStore } from '../sql/sql-store.ts';
import type { Store } from '../store.ts';
import { claimInSqlite } from './claim-deliveries.ts';
import { sqliteMigrations } from './migrations.ts';
import { SqliteNews } from './news.ts';
import { SqliteExecutor } from './sqlite-executor.ts';

/**
 * Opens the embedded store in a folder, or in memory for `:memory:`, at the newest schema.
 *
 * @throws {StoreUnavailable} when the folder cannot be used or is of a newer version
 */
export function openSqliteStore(folder: string): Store {
  const database = Database.open(folder === ':memory:' ? folder : join(folder, 'newswatch.db'));
  try {
    migrateSqlite(database, sqliteMigrations);
  } catch (error) {
    database.close();
    throw error;
  }
  const executor = new SqliteExecutor(database);
  return {
    ...sqlStore(executor, claimInSqlite(executor)),
    news: new SqliteNews(database),
    ping: async () => {
      database.get('SELECT 1');
    },
    close: () => executor.close(),
  };
}
