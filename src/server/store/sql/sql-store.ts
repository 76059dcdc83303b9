import type { Store } from '../store.ts';
import { SqlAccounts } from './account-store.ts';
import { SqlBriefings } from './briefing-store.ts';
import { SqlChannels } from './channel-store.ts';
import { SqlKeys } from './key-store.ts';
import { SqlMonitors } from './monitor-store.ts';
import { SqlOAuth } from './oauth-store.ts';
import { type ClaimDeliveries, SqlOutbox } from './outbox-store.ts';
import { SqlRateLimits } from './rate-limit-store.ts';
import { SqlRuns } from './run-store.ts';
import { SqlSessions } from './session-store.ts';
import type { SqlExecutor } from './sql-executor.ts';
import { SqlUsage } from './usage-store.ts';

/** The parts of a store that both databases share. */
export function sqlStore(
  executor: SqlExecutor,
  claim: ClaimDeliveries,
): Omit<Store, 'news' | 'ping' | 'close'> {
  return {
    accounts: new SqlAccounts(executor),
    keys: new SqlKeys(executor),
    sessions: new SqlSessions(executor),
    oauth: new SqlOAuth(executor),
    monitors: new SqlMonitors(executor),
    runs: new SqlRuns(executor),
    channels: new SqlChannels(executor),
    outbox: new SqlOutbox(executor, claim),
    briefings: new SqlBriefings(executor),
    usage: new SqlUsage(executor),
    rateLimits: new SqlRateLimits(executor),
  };
}
