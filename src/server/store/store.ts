import type { ErrorCounts } from '../../storage/error-counts.ts';
import type { StoreUnavailable } from '../../storage/store-unavailable.ts';
import type { NewsStore } from './news-store.ts';
import type { Backlog } from './sql/backlog.ts';
import type { SqlStore } from './sql/sql-store.ts';
import type { Erasure } from './sqlite/erasure.ts';
import type { MemoryContents } from './sqlite/memory-contents.ts';

export type * from './news-store.ts';
export type * from './sql/account-store.ts';
export type * from './sql/alert-store.ts';
export type * from './sql/attempt-log.ts';
export type * from './sql/backlog.ts';
export type * from './sql/briefing-store.ts';
export type * from './sql/channel-changes.ts';
export type * from './sql/channel-store.ts';
export type * from './sql/deliveries.ts';
export type { ClaimOptions } from './sql/due-deliveries.ts';
export type * from './sql/event-store.ts';
export type * from './sql/fixture-store.ts';
export type * from './sql/key-store.ts';
export type { ClaimedDelivery } from './sql/leased-deliveries.ts';
export type * from './sql/list-deliveries.ts';
export type * from './sql/match-store.ts';
export type { MonitorCondition } from './sql/monitor-conditions.ts';
export type * from './sql/monitor-record.ts';
export type * from './sql/monitor-store.ts';
export type * from './sql/monitor-terms.ts';
export type * from './sql/oauth-store.ts';
export type * from './sql/outbox-store.ts';
export type * from './sql/quiet-runs.ts';
export type * from './sql/rate-limit-store.ts';
export type * from './sql/retention-store.ts';
export type * from './sql/row-position.ts';
export type * from './sql/run-record.ts';
export type * from './sql/run-result.ts';
export type * from './sql/run-store.ts';
export type * from './sql/session-store.ts';
export type * from './sql/settle-deliveries.ts';
export type * from './sql/swept-rows.ts';
export type * from './sql/takedown-store.ts';
export type * from './sql/team-store.ts';
export type * from './sql/tick.ts';
export type * from './sql/usage-store.ts';
export type { MemoryContents } from './sqlite/memory-contents.ts';

/**
 * The storage of the service. A write is durable when its promise resolves. Times are milliseconds
 * since the epoch.
 */
export interface Store extends SqlStore {
  readonly news: NewsStore;
  /** @throws {StoreUnavailable} if the store does not respond */
  ping(): Promise<void>;
  /**
   * Looks for free space, and repeats a write after one has failed.
   *
   * @throws {StoreUnavailable} if the disk is full
   */
  checkDisk(): Promise<void>;
  /**
   * Counts the work that waits, without waiting for the connections that requests use.
   *
   * @param now in milliseconds since the epoch
   */
  backlog(now: number): Promise<Backlog>;
  /** The errors of the store since it was opened, and its open connections. */
  activity(): StoreActivity;
  /** Erases deleted text from the files; missing if the files belong to a database server. */
  readonly erasure?: Erasure;
  /** Copies all rows; missing unless the store is in memory. */
  readonly readContents?: () => MemoryContents;
  /** The time of the database server, if it has its own clock. */
  readonly databaseTime?: () => Promise<number>;
  close(): Promise<void>;
}

interface StoreActivity {
  errors: Readonly<ErrorCounts>;
  /** The pool of connections of this process, if the store has one. */
  connections?: PoolUse;
}

/** Connections, and the work that waits for one. */
export interface PoolUse {
  in_use: number;
  idle: number;
  waiting: number;
}

export interface OpenedStore {
  store: Store;
  /** Why deleted text or plain secrets are still in the files. The next start tries again. */
  erasureFailure?: StoreUnavailable;
  /** The data folder, or the database URL without its password, for output and logs. */
  location: string;
}
