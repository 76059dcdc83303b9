import type { AccountStore } from './accounts.ts';
import type { BriefingStore } from './briefings.ts';
import type { ChannelStore } from './channels.ts';
import type { KeyStore } from './keys.ts';
import type { MonitorStore } from './monitors.ts';
import type { NewsStore } from './news-store.ts';
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
export type * from './news-store.ts';
export type * from './oauth.ts';
export type * from './outbox.ts';
export type * from './rate-limits.ts';
export type * from './runs.ts';
export type * from './sessions.ts';
export type * from './usage.ts';

/**
 * The storage of the service. A write is durable when its promise resolves. Times are milliseconds
 * since the epoch.
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
  /** @throws {StoreUnavailable} if the store cannot be used */
  ping(): Promise<void>;
  close(): Promise<void>;
}
