import { SecretBox } from '../secret-box.ts';
import { accountRemoval } from './account-removal.ts';
import { accountStore } from './account-store.ts';
import { alertStore } from './alert-store.ts';
import { briefingStore } from './briefing-store.ts';
import { channelStore } from './channel-store.ts';
import { eventStore } from './event-store.ts';
import { fixtureStore } from './fixture-store.ts';
import { keyStore } from './key-store.ts';
import { matchStore } from './match-store.ts';
import { monitorStore } from './monitor-store.ts';
import { oauthStore } from './oauth-store.ts';
import { type ClaimDeliveries, outboxStore } from './outbox-store.ts';
import { rateLimitStore } from './rate-limit-store.ts';
import { retentionStore } from './retention-store.ts';
import { runStore } from './run-store.ts';
import { sessionStore } from './session-store.ts';
import type { SqlExecutor } from './sql-executor.ts';
import { takedownStore } from './takedown-store.ts';
import { teamStore } from './team-store.ts';
import type { TimePartitions } from './time-partitions.ts';
import { usageStore } from './usage-store.ts';

/** The parts of a store that both databases share. */
export type SqlStore = Readonly<ReturnType<typeof sqlStore>>;

/** @param secrets encrypts secrets; default: they are stored as plain text */
export function sqlStore(
  db: SqlExecutor,
  claimDeliveries: ClaimDeliveries,
  secrets = new SecretBox(),
  partitions?: TimePartitions,
) {
  return {
    accounts: accountStore(db),
    accountRemoval: accountRemoval(db),
    teams: teamStore(db),
    keys: keyStore(db),
    sessions: sessionStore(db),
    oauth: oauthStore(db),
    monitors: monitorStore(db),
    matches: matchStore(db),
    runs: runStore(db),
    alerts: alertStore(db),
    channels: channelStore(db, secrets),
    outbox: outboxStore(db, claimDeliveries, secrets),
    events: eventStore(db),
    briefings: briefingStore(db),
    usage: usageStore(db),
    fixtures: fixtureStore(db, secrets),
    rateLimits: rateLimitStore(db),
    retention: retentionStore(db, partitions),
    takedowns: takedownStore(db),
  };
}
