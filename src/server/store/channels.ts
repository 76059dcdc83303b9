import type { Owner } from './accounts.ts';

export interface ChannelRecord {
  id: string;
  account_id: string;
  platform: 'webhook';
  webhook_url: string;
  /** `null` for all current and future monitors of the account. */
  monitor_id: string | null;
  name: string | null;
  status: 'active' | 'disabled';
  signing_secret: string;
  created_at: number;
}

export interface ChannelStore {
  /**
   * Stores nothing if the account has a connection with the same monitors and URL.
   *
   * @returns that connection
   */
  create(channel: ChannelRecord): Promise<ChannelRecord | undefined>;
  get(id: string): Promise<ChannelRecord | undefined>;
  /** Oldest first. */
  list(accountId: string): Promise<ChannelRecord[]>;
  /**
   * Updates the URL, monitors, name and status, unless another connection has the same monitors and
   * URL.
   *
   * @returns the other connection
   */
  update(channel: ChannelRecord): Promise<ChannelRecord | undefined>;
  delete(id: string): Promise<void>;
  /** The active connections that receive a monitor's events. */
  covering(monitor: { id: string; owner: Owner }): Promise<ChannelRecord[]>;
}
