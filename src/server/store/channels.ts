import type { Owner } from './accounts.ts';

export interface ChannelRecord {
  id: string;
  account_id: string;
  platform: 'webhook';
  webhook_url: string;
  /** `null`: every monitor that the account owns, now and later. */
  monitor_id: string | null;
  name: string | null;
  status: 'active' | 'disabled';
  signing_secret: string;
  created_at: number;
}

export interface ChannelStore {
  /**
   * @returns the account's other connection that sends the same monitors to the same address, and
   *   nothing was stored then
   */
  create(channel: ChannelRecord): Promise<ChannelRecord | undefined>;
  get(id: string): Promise<ChannelRecord | undefined>;
  /** Oldest first. */
  list(accountId: string): Promise<ChannelRecord[]>;
  /**
   * Replaces what may change: URL, scope, name and status; the secret stays.
   *
   * @returns as {@link ChannelStore.create}
   */
  update(channel: ChannelRecord): Promise<ChannelRecord | undefined>;
  delete(id: string): Promise<void>;
  /** The active connections that a monitor's events go to. */
  covering(monitor: { id: string; owner: Owner }): Promise<ChannelRecord[]>;
}
