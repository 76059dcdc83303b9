import type { AccountStore } from './accounts.ts';
import type { BriefingStore } from './briefings.ts';
import type { ChannelStore } from './channels.ts';
import type { KeyStore } from './keys.ts';
import type { MonitorStore } from './monitors.ts';
import type { NewsStore } from './news.ts';
import type { OAuthStore } from './oauth.ts';
import type { OutboxStore } from './outbox.ts';
import type { RateLimitStore } from './rate-limits.ts';
import type { RunStore } from './runs.ts';
import type { SessionStore } from './sessions.ts';
import type { UsageStore } from './usage.ts';

export type * from './accounts.ts';
export type * from './briefings.ts';
export type * from './channels.ts';
export type * from './keys.ts';
export type * from './monitors.ts';
export type * from './news.ts';
export type * from './oauth.ts';
export type * from './outbox.ts';
export type * from './rate-limits.ts';
export type * from './runs.ts';
export type * from './sessions.ts';
export type * from './usage.ts';

/**
 * What the service asks of its storage, and nothing about how it is kept.
 *
 * Every method is asynchronous, so that an embedded database and a remote one fit behind it
 * alike; every write is durable when its promise resolves, unless its own line says otherwise.
 * Times are milliseconds since the epoch; the surfaces turn them into RFC 3339 text.
 */
export interface Store {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly sessions: SessionStore;
  readonly oauth: OAuthStore;
  readonly news: NewsStore;
  readonly monitors: MonitorStore;
  readonly runs: RunStore;
  readonly channels: ChannelStore;
  readonly outbox: OutboxStore;
  readonly briefings: BriefingStore;
  readonly usage: UsageStore;
  readonly rateLimits: RateLimitStore;
  /** Resolves when the store answers; rejects with `StoreUnavailable` when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
