import type { Owner } from './accounts.ts';
import type { ChannelRecord } from './channels.ts';

/** The attempts at a delivery. */
export interface AttemptCounts {
  /** Number of rounds that have begun. */
  round: number;
  /** Attempts in all rounds. */
  attempts: number;
  /** Attempts in the current round. */
  round_attempts: number;
}

/** The state of a delivery. */
export interface DeliveryProgress extends AttemptCounts {
  status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'exhausted' | 'stopped';
  /** When the next attempt is due; `null` once the status is final. */
  due_at: number | null;
  last_status_code: number | null;
  last_error: string | null;
}

/** One event for one connection. */
export interface DeliveryRecord extends DeliveryProgress {
  event_id: string;
  type: 'news.alert' | 'webhook.test';
  channel_id: string;
  account_id: string;
  /** `null` for a `webhook.test` event. */
  monitor_id: string | null;
  run_id: string | null;
  created_at: number;
  last_attempt_at: number | null;
}

/** A delivery with its payload, stored before the first attempt. */
export interface NewDelivery extends DeliveryRecord {
  /** JSON of the event without its id: all events of a run share it. */
  payload: string;
}

/** The fields of a delivery that an attempt needs. */
export type DeliveryToAttempt = AttemptCounts &
  Pick<NewDelivery, 'event_id' | 'type' | 'channel_id' | 'account_id' | 'monitor_id' | 'payload'>;

/** A delivery with the lease for one attempt, and the conditions for that attempt. */
export interface ClaimedDelivery extends DeliveryToAttempt {
  lease_token: string;
  /** The current connection; `undefined` if it was deleted. */
  channel: ChannelRecord | undefined;
  /** The current owner of the monitor; `undefined` if the monitor was deleted. */
  owner: Owner | undefined;
  /** Whether the connection's account may connect the team's monitors to webhooks. */
  team_webhooks: boolean;
}

export interface ClaimOptions {
  now: number;
  /** When the leases expire. */
  lease_until: number;
  /** Maximum number of claims. */
  limit: number;
  /** Maximum number of attempts in flight for a connection, these claims included. */
  per_channel: number;
  /** The number of attempts in flight by connection id. */
  in_flight: ReadonlyMap<string, number>;
}

/** The outcome of an attempt. It is only stored if the delivery still has this lease. */
export interface DeliverySettlement {
  event_id: string;
  lease_token: string;
  progress: DeliveryProgress;
}

export interface OutboxStore {
  /** Stores a delivery that does not belong to a run. */
  add(delivery: NewDelivery): Promise<void>;
  /**
   * Claims due deliveries: those of the connections with the fewest attempts in flight first, then
   * the longest due. Counts the attempt, and the round if it begins one, so that a crash cannot
   * lead to more attempts than allowed.
   */
  claim(options: ClaimOptions): Promise<ClaimedDelivery[]>;
  /** Deliveries with an expired lease: their attempt was counted, and its outcome is unknown. */
  lapsed(now: number): Promise<ClaimedDelivery[]>;
  /**
   * Stores the outcomes in one transaction. Those with a lost lease change nothing. Later `claim()`
   * and `nextDue()` calls of this process see these settlements.
   */
  settle(settlements: readonly DeliverySettlement[]): Promise<void>;
  /** When the next delivery is due or a lease expires; `undefined` if there is neither. */
  nextDue(): Promise<number | undefined>;
  /** Which of these events have no settled attempt yet. */
  untried(eventIds: readonly string[]): Promise<string[]>;
  /** Newest first. */
  list(accountId: string, limit: number): Promise<DeliveryRecord[]>;
  /** In the order in which they were stored. */
  ofRuns(runIds: readonly string[]): Promise<DeliveryRecord[]>;
}
