import type { Store } from '../store.ts';
import { SqlAccounts } from './accounts.ts';
import { SqlBriefings } from './briefings.ts';
import { SqlChannels } from './channels.ts';
import type { SqlExecutor } from './executor.ts';
import { SqlKeys } from './keys.ts';
import { SqlMonitors } from './monitors.ts';
import { SqlOAuth } from './oauth.ts';
import { type ClaimDeliveries, SqlOutbox } from './outbox.ts';
import { SqlRateLimits } from './rate-limits.ts';
import { SqlRuns } from './runs.ts';
import { SqlSessions } from './sessions.ts';
import { SqlUsage } from './usage.ts';

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
