import type { AttemptOutcome } from '../delivery/outcome.ts';
import type { ClaimedDelivery } from '../store/store.ts';
import { webhookHost } from '../store/webhook-host.ts';
import { toTimestamp } from '../timestamp.ts';
import type { WritableJournal } from './journal.ts';

/** One attempt to deliver an event to a webhook. */
export interface DeliveryAttempt {
  /** When it ended, on the server's clock (RFC 3339). */
  time: string;
  /** The same in all attempts of a delivery. */
  eventId: string;
  /** The type of the event. */
  type: 'news.alert' | 'webhook.test';
  /** The connection (`channel_id` in the API). */
  channelId: string;
  /** The account of the connection. */
  account: string;
  /** `null` for a `webhook.test`. */
  monitorId: string | null;
  /** The host name of the webhook. The rest of its URL may be secret. */
  host: string;
  /** From 1 to 8 (docs/service.md §8.5). */
  round: number;
  /** The number of this attempt, in all rounds: from 1 to 24. */
  attempt: number;
  /** `retry` if another attempt may follow. */
  outcome: 'delivered' | 'retry' | 'failed';
  /** The status code of the response; `null` if there was none. */
  status: number | null;
  /** Such as `timeout` or `http_500`; `null` if it was delivered. */
  error: string | null;
  /** The request body: a complete event. */
  event: unknown;
}

export const deliveryAttemptFields = [
  'time',
  'eventId',
  'type',
  'channelId',
  'account',
  'monitorId',
  'host',
  'round',
  'attempt',
  'outcome',
  'status',
  'error',
  'event',
] as const satisfies (keyof DeliveryAttempt)[];

/** Records an attempt whose request was made. */
export function recordAttempt(
  journal: WritableJournal<DeliveryAttempt>,
  claim: ClaimedDelivery,
  { body, outcome, now }: { body: string; outcome: AttemptOutcome; now: number },
): void {
  const { kind } = outcome;
  if (!journal.isRecording || kind === 'stopped' || kind === 'unsent') return;
  const entry: DeliveryAttempt = {
    time: toTimestamp(now),
    eventId: claim.event_id,
    type: claim.type,
    channelId: claim.channel_id,
    account: claim.account_id,
    monitorId: claim.monitor_id,
    host: webhookHost(claim.connection?.webhook_url) ?? '',
    round: claim.round,
    attempt: claim.attempts,
    outcome: kind,
    status: outcome.status_code,
    error: outcome.error,
    // Parsed when the entry is read, which few are.
    get event(): unknown {
      return JSON.parse(body);
    },
  };
  journal.add(entry, body.length);
}
