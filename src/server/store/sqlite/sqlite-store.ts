import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { Database } from '../../../storage/database.ts';
import { migrateSqlite } from '../../../storage/migrate.ts';
import { StoreUnavailable } from '../../../storage/store-unavailable.ts';
import { whenUnlocked } from '../../../storage/when-unlocked.ts';
import type { SecretBox } from '../secret-box.ts';
import { readBacklog } from '../sql/backlog.ts';
import { sqlStore } from '../sql/sql-store.ts';
import type { Store } from '../store.ts';
import { claimInSqlite } from './claim-deliveries.ts';
import { Erasure } from './erasure.ts';
import { type MemoryContents, readContents, writeContents } from './memory-contents.ts';
import { sqliteMigrations } from './migrations.ts';
import { SqliteExecutor } from './sqlite-executor.ts';
import { SqliteNews } from './sqlite-news.ts';

/**
 * Opens the store in an SQLite file and migrates it. Fails at once if another process has locked it.
 *
 * @param folder the data folder, or `:memory:` for a temporary store
 * @param contents rows to start a temporary store with
 * @throws {StoreUnavailable} if the folder cannot be used or the store is of a newer version
 */
export function openSqliteStore(
  folder: string,
  secrets?: SecretBox,
  contents?: MemoryContents,
): Store {
  const path = folder === ':memory:' ? folder : join(folder, 'newswatch.db');
  const database = Database.open(path);
  try {
    migrateSqlite(database, sqliteMigrations);
    if (contents) writeContents(database, contents);
  } catch (error) {
    database.close();
    throw error;
  }
  const executor = new SqliteExecutor(database);
  const erasure = new Erasure(database);
  return {
    ...sqlStore(executor, claimInSqlite(executor), secrets),
    news: new SqliteNews(database),
    erasure,
    ping: () => whenUnlocked(() => database.checkFile('news_totals')),
    backlog: (now) => readBacklog(executor, now),
    activity: () => ({ errors: database.errors }),
    checkDisk: () => checkDisk(database, folder),
    ...(folder === ':memory:' && { readContents: () => readContents(database) }),
    async close() {
      await erasure.close();
      await executor.close();
    },
  };
}

/** Bytes of free space below which the disk counts as full: a transaction needs some pages. */
const minFreeSpace = 1_048_576;

const recentlyFull = 'a write has just failed because the disk is full';

async function checkDisk(database: Database, folder: string): Promise<void> {
  if (folder !== ':memory:') {
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < minFreeSpace) {
      throw new StoreUnavailable('the disk of the data folder is full', { isDiskFull: true });
    }
  }
  if (!database.hasFullDisk) return;
  await database.commit(() => database.run('UPDATE news_totals SET generation = generation'));
  if (database.hasFullDisk) throw new StoreUnavailable(recentlyFull, { isDiskFull: true });
}
