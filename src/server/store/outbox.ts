import type { Owner } from './accounts.ts';
import type { ChannelRecord } from './channels.ts';

/** How often an event was tried. */
export interface AttemptCounts {
  /** Rounds begun. */
  round: number;
  /** Attempts made in all rounds, and in this one. */
  attempts: number;
  round_attempts: number;
}

/** How far an event has come on its way to one connection. */
export interface DeliveryProgress extends AttemptCounts {
  status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'exhausted' | 'stopped';
  /** `null` once the status is final. */
  due_at: number | null;
  last_status_code: number | null;
  last_error: string | null;
}

/** An event for one connection. */
export interface DeliveryRecord extends DeliveryProgress {
  event_id: string;
  type: 'news.alert' | 'webhook.test';
  channel_id: string;
  account_id: string;
  /** `null` for a test. */
  monitor_id: string | null;
  run_id: string | null;
  created_at: number;
  last_attempt_at: number | null;
}

/** A delivery with what it says, saved before any attempt. */
export interface NewDelivery extends DeliveryRecord {
  /** JSON text of the event without its id: the events of one run have it in common. */
  payload: string;
}

/** Of a delivery what an attempt at it needs. */
export type DeliveryToAttempt = AttemptCounts &
  Pick<NewDelivery, 'event_id' | 'type' | 'channel_id' | 'account_id' | 'monitor_id' | 'payload'>;

/** A delivery that one process holds for one attempt, with what has to hold for it to be made. */
export interface ClaimedDelivery extends DeliveryToAttempt {
  lease_token: string;
  /** The connection as it is now; absent when it was removed. */
  channel: ChannelRecord | undefined;
  /** The monitor's owner now; absent when the monitor was deleted. */
  owner: Owner | undefined;
  /** Whether the connection's account may connect the owning team's monitors. */
  team_webhooks: boolean;
}

export interface ClaimOptions {
  now: number;
  /** When a claim that was never settled may be taken by another. */
  lease_until: number;
  /** Claims at the most, in all and for each connection. */
  limit: number;
  per_channel: number;
  /** Attempts in flight already, by connection. */
  in_flight: ReadonlyMap<string, number>;
}

/** The end of an attempt. It counts only while the lease is still the one that was claimed. */
export interface DeliverySettlement {
  event_id: string;
  lease_token: string;
  progress: DeliveryProgress;
}

export interface OutboxStore {
  /** An event that no run stands behind. */
  add(delivery: NewDelivery): Promise<void>;
  /**
   * Takes what is due, of the connections with the fewest in flight first and then of those with
   * the longest due, and counts the attempt and where need be the round: a crash can then never
   * exceed the attempts that were promised.
   */
  claim(options: ClaimOptions): Promise<ClaimedDelivery[]>;
  /** Claims whose lease ran out: their attempt was made, with an outcome that nobody knows. */
  lapsed(now: number): Promise<ClaimedDelivery[]>;
  /**
   * One transaction. A settlement whose lease was lost changes nothing. A claim, and a look at what is
   * due next, that this process asks for after it sees what it gave back.
   */
  settle(settlements: readonly DeliverySettlement[]): Promise<void>;
  /** When the next event or lease comes due; `undefined` when none waits. */
  nextDue(): Promise<number | undefined>;
  /** Which of these events still wait for the end of a first attempt, in whichever process. */
  untried(eventIds: readonly string[]): Promise<string[]>;
  /** Newest first. */
  list(accountId: string, limit: number): Promise<DeliveryRecord[]>;
  /** In the order in which they were saved. */
  ofRuns(runIds: readonly string[]): Promise<DeliveryRecord[]>;
}
