import { join } from 'node:path';
import { Database, type DatabaseLayout } from '../../../storage/database.ts';
import { migrateSqlite } from '../../../storage/migrate.ts';
import { whenUnlocked } from '../../../storage/when-unlocked.ts';
import type { SecretBox } from '../secret-box.ts';
import { sqlStore } from '../sql/sql-store.ts';
import type { Store } from '../store.ts';
import { claimInSqlite } from './claim-deliveries.ts';
import { sqliteMigrations } from './migrations.ts';
import { SqliteExecutor } from './sqlite-executor.ts';
import { SqliteNews } from './sqlite-news.ts';

/**
 * Opens the store in an SQLite file and migrates it. Fails at once if another process has locked it.
 *
 * @param folder the data folder, or `:memory:` for a temporary store
 * @throws {StoreUnavailable} if the folder cannot be used or the store is of a newer version
 */
export function openSqliteStore(
  folder: string,
  { secrets, ...layout }: Pick<DatabaseLayout, 'secureDelete'> & { secrets?: SecretBox } = {},
): Store {
  const path = folder === ':memory:' ? folder : join(folder, 'newswatch.db');
  const database = Database.open(path, layout);
  try {
    migrateSqlite(database, sqliteMigrations);
  } catch (error) {
    database.close();
    throw error;
  }
  const executor = new SqliteExecutor(database);
  return {
    ...sqlStore(executor, claimInSqlite(executor), secrets),
    news: new SqliteNews(database),
    ping: () => whenUnlocked(() => void database.get('SELECT 1')),
    close: () => executor.close(),
  };
}
