import { join } from 'node:path';
import { Database } from '../../../storage/database.ts';
import { GroupCommit } from '../../../storage/group-commit.ts';
import { migrateSqlite } from '../../../storage/migrate.ts';
import type { Store } from '../store.ts';
import { SqliteAccounts } from './accounts.ts';
import { SqliteBriefings } from './briefings.ts';
import { SqliteChannels } from './channels.ts';
import { SqliteKeys } from './keys.ts';
import { sqliteMigrations } from './migrations.ts';
import { SqliteMonitors } from './monitors.ts';
import { SqliteNews } from './news.ts';
import { SqliteOAuth } from './oauth.ts';
import { SqliteOutbox } from './outbox.ts';
import { SqliteRateLimits } from './rate-limits.ts';
import { SqliteRuns } from './runs.ts';
import { SqliteSessions } from './sessions.ts';
import { SqliteUsage } from './usage.ts';

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
  // What runs and deliveries write again and again shares transactions and syncs of the disk.
  const writes = new GroupCommit(database);
  return {
    accounts: new SqliteAccounts(database),
    keys: new SqliteKeys(database),
    sessions: new SqliteSessions(database),
    oauth: new SqliteOAuth(database),
    news: new SqliteNews(database),
    monitors: new SqliteMonitors(database, writes),
    runs: new SqliteRuns(database, writes),
    channels: new SqliteChannels(database),
    outbox: new SqliteOutbox(database, writes),
    briefings: new SqliteBriefings(database),
    usage: new SqliteUsage(database),
    rateLimits: new SqliteRateLimits(database),
    ping: async () => {
      database.get('SELECT 1');
    },
    close: async () => database.close(),
  };
}
