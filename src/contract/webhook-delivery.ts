import * as z from 'zod/mini';
import { noun } from './noun.ts';
import { once } from './once.ts';
import { integer, integerOrNull, text, textOrNull, time, timeOrNull } from './output-fields.ts';

export type { WebhookDelivery } from '../generated/data.ts';

export const deliveryStatus = () =>
  z.enum(['pending', 'retrying', 'delivered', 'failed', 'exhausted', 'stopped']);

export const webhookDeliverySchema = once(() =>
  noun(
    {
      name: 'WebhookDelivery',
      section: '2.6',
      description: 'the delivery of one event to one connection',
    },
    {
      event_id: text('id of the event, which the receiver deduplicates by'),
      type: text('type of the event: news.alert or webhook.test'),
      channel_id: text('id of the connection'),
      monitor_id: textOrNull('id of the monitor; null: the event is a webhook.test'),
      run_id: textOrNull('id of the run; null: the event is a webhook.test'),
      status: deliveryStatus().register(z.globalRegistry, {
        description:
          'pending: no attempt yet; retrying: another attempt follows; delivered: accepted with a 2xx status; failed: rejected for good; exhausted: no attempt is left; stopped: last_error says why',
      }),
      round: integer('number of rounds started, 0 to 8'),
      attempts: integer('total number of attempts in all rounds'),
      created_at: time('when the event was created'),
      last_attempt_at: timeOrNull('time of the last attempt; null: there was none'),
      next_attempt_at: timeOrNull('when the next attempt is due; null: none follows'),
      last_status_code: integerOrNull(
        'HTTP status code of the last attempt; null: there was no response',
      ),
      last_error: textOrNull(
        'why the last attempt failed or the delivery was stopped, such as timeout or plan_lapsed; null: no error',
      ),
    },
  ),
);
