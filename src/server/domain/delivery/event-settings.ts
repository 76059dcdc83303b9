import type { WebhookDelivery } from '../../../contract/webhook-delivery.ts';
import { timeUntilGivenUp } from '../../delivery/retry-schedule.ts';
import type {
  AccountRecord,
  AttemptRecord,
  DeliveryCounts,
  EventRecord,
} from '../../store/store.ts';
import { toTimestamp } from '../../timestamp.ts';
import { hasPlan } from '../accounts/is-entitled.ts';
import { ApiError, planRequired } from '../api-error.ts';
import type { Context } from '../context.ts';
import { deliveryResponse } from './delivery-response.ts';

type EventContext = Pick<Context, 'store' | 'clock' | 'dispatcher' | 'pricingUrl'>;

/** An event, as its page shows it. */
export interface SentEvent {
  delivery: WebhookDelivery;
  /** Oldest first. */
  attempts: readonly AttemptRecord[];
  /** Until then the event cannot be sent again, because its last attempt has just ended; otherwise `null`. */
  resendable_at: string | null;
  /** About when it is given up if all attempts fail; `null` if no attempt is waiting. */
  given_up_at: string | null;
}

const day = 86_400_000;

/** Days that {@link eventSettings} counts deliveries for. */
export const countedDays = 7;

/** Milliseconds between the last attempt of an event and sending it again. */
const resendInterval = 10_000;

/** The greatest count that is shown. */
export const maxCount = 10_000;

/** Shows events on the settings pages, and sends them again. */
export function eventSettings({ store, clock, dispatcher, pricingUrl }: EventContext) {
  function resendableAt({ status, last_attempt_at }: WebhookDelivery): string | null {
    if (status === 'pending' || last_attempt_at === null) return null;
    const time = Date.parse(last_attempt_at) + resendInterval;
    return time > clock.now() ? toTimestamp(time) : null;
  }

  async function get(account: AccountRecord, eventId: string): Promise<SentEvent> {
    if (!hasPlan(account)) throw planRequired(pricingUrl);
    const event = await store.events.get(account.id, eventId);
    if (!event) {
      throw new ApiError('not_found', `you have no event ${JSON.stringify(eventId)}`);
    }
    const delivery = deliveryResponse(event);
    return {
      delivery,
      attempts: event.attempt_log,
      resendable_at: resendableAt(delivery),
      given_up_at: givenUpAt(event),
    };
  }

  return {
    /** @throws {ApiError} `plan_required`; `not_found`, also for events of others */
    event: get,

    /** The deliveries of the last {@link countedDays} by status, each at most {@link maxCount}. */
    deliveryCounts: ({ id }: AccountRecord): Promise<DeliveryCounts> =>
      store.events.count(id, { since: clock.now() - countedDays * day, max: maxCount }),

    /**
     * Sends an event again, with the same id and the current URL and secret, and waits for the first
     * attempt. If it is to be retried, its next attempt is made now, and counts as it would have later: in
     * its round, or as the first one of the next round. The owner of the monitor and the team's permission are checked as for any attempt.
     *
     * @throws {ApiError} `plan_required`; `not_found`; `conflict` if an attempt is due, in progress or
     *   less than {@link resendInterval} ago, or the connection is not active
     */
    async resend(account: AccountRecord, eventId: string): Promise<SentEvent> {
      const { delivery, resendable_at } = await get(account, eventId);
      const connection = await store.channels.get(delivery.channel_id);
      if (!connection) throw conflict('the connection of the event was removed');
      if (connection.status !== 'active' && delivery.type !== 'webhook.test') {
        throw conflict(`the connection is ${connection.status}; make it active first`);
      }
      if (resendable_at !== null) {
        throw conflict('the last attempt was less than ten seconds ago; wait, then try again');
      }
      const { resend, sendNow } = store.events;
      const isRetrying = delivery.status === 'retrying';
      const send = isRetrying ? sendNow : resend;
      if (!(await send(account.id, eventId, clock.now()))) {
        throw conflict('the event is being sent already');
      }
      await dispatcher.waitForAttempts([eventId], isRetrying ? delivery.attempts : 0);
      return get(account, eventId);
    },
  };
}

function givenUpAt({ status, due_at, round, round_attempts }: EventRecord): string | null {
  if (due_at === null || (status !== 'pending' && status !== 'retrying')) return null;
  const next = {
    round: round_attempts === 0 ? round + 1 : round,
    attempt: round_attempts + 1,
  };
  return toTimestamp(due_at + timeUntilGivenUp(next));
}

function conflict(message: string): ApiError {
  return new ApiError('conflict', message);
}
