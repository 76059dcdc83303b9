import type { Alert } from '../../contract/alerts.ts';
import type { WebhookDelivery } from '../../contract/delivery.ts';
import { operations } from '../../contract/operations.ts';
import { validate } from '../../contract/validate.ts';
import { type CallOptions, checkCallOptions } from '../call-options.ts';
import { checkDuration, checkOptions } from '../check-options.ts';
import { InputError, InvalidResponseError } from '../errors.ts';
import type { OperationCalls } from '../operation-calls.ts';
import { followAlerts } from './follow-alerts.ts';
import { followDeliveries } from './follow-deliveries.ts';
import type { FollowAlertsInput, FollowDeliveriesInput } from './follow-options.ts';
import type { PollOptions } from './keep-polling.ts';

/** Milliseconds. */
const defaultInterval = 10_000;
const minInterval = 100;

/**
 * The methods that poll a list.
 *
 * @param closed aborted when the client is closed
 */
export function followMethods({ call }: Pick<OperationCalls, 'call'>, closed: AbortSignal) {
  const pollOptions = (interval: number | undefined, options: CallOptions): PollOptions => ({
    signal: options.signal,
    retries: options.retries,
    interval: interval ?? defaultInterval,
    closed,
  });

  async function* alerts(
    { interval, ...rest }: FollowAlertsInput = {},
    options: CallOptions = {},
  ): AsyncGenerator<Alert, void, undefined> {
    const since = checkInput('alerts.follow()', { interval, ...rest }, options);
    const read = async (input: object) => {
      const page = call(operations.alerts.list, input, { ...options, retries: 0 });
      return itemsOf<Alert>(await page.withResponse(), 'alerts');
    };
    yield* followAlerts(read, since, pollOptions(interval, options));
  }

  async function* deliveries(
    { interval, channel_id, ...rest }: FollowDeliveriesInput = {},
    options: CallOptions = {},
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    const since = checkInput('delivery.follow()', { interval, ...rest }, options);
    const read = async (input: object) => {
      const filter = { ...input, channel_id };
      const page = call(operations.delivery.get, filter, { ...options, retries: 0 });
      const details = await page.withResponse();
      const { next_cursor } = Object(details.data) as { next_cursor?: unknown };
      return {
        deliveries: itemsOf<WebhookDelivery>(details, 'webhook_deliveries'),
        next: typeof next_cursor === 'string' ? next_cursor : undefined,
      };
    };
    yield* followDeliveries(read, since, pollOptions(interval, options));
  }

  return { alerts, deliveries };
}

/**
 * Returns `since` in UTC.
 *
 * @throws {SettingError | InputError}
 */
function checkInput(
  subject: string,
  input: FollowAlertsInput,
  options: CallOptions,
): string | undefined {
  checkOptions<FollowAlertsInput>(subject, input, {
    since: () => {},
    interval: checkDuration(minInterval),
  });
  checkCallOptions(subject, options);
  const validated = validate(operations.alerts.list, { since: input.since ?? null });
  if ('issues' in validated) throw new InputError(subject, validated.issues);
  const { since } = validated.input;
  return typeof since === 'string' ? since : undefined;
}

/** @throws {InvalidResponseError} if an item has no valid time, without which it cannot be followed */
function itemsOf<Item extends { created_at: string }>(
  { data, status, requestId }: { data: object; status: number; requestId: string | undefined },
  list: string,
): readonly Item[] {
  const { [list]: items } = data as Readonly<Record<string, unknown>>;
  const isValid =
    Array.isArray(items) && items.every((item) => !Number.isNaN(Date.parse(item?.created_at)));
  if (isValid) return items;
  const message = `the service returned no list ${list} of items with created_at`;
  throw new InvalidResponseError(status, message, { requestId });
}
