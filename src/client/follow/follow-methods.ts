import type { Alert } from '../../contract/alerts.ts';
import { operations } from '../../contract/operations.ts';
import { type OptionTypes, ofType } from '../../contract/option-types.ts';
import { validate } from '../../contract/validate.ts';
import type { WebhookDelivery } from '../../contract/webhook-delivery.ts';
import { type CallOptions, checkCallOptions, isCallOption } from '../call-options.ts';
import { checkSettings, duration } from '../check-settings.ts';
import { InputError, InvalidResponseError, withAttempts } from '../errors.ts';
import type { OperationCalls } from '../operation-calls.ts';
import type { ResponseDetails } from '../response-promise.ts';
import { followAlerts } from './follow-alerts.ts';
import { followDeliveries } from './follow-deliveries.ts';
import type { FollowAlertsInput, FollowDeliveriesInput, FollowRange } from './follow-options.ts';
import { Poller } from './poller.ts';

/** Milliseconds. */
const defaultInterval = 10_000;
const minInterval = 100;

/** Validated as the input of the operation that lists. */
const validatedLater = ofType('valid', () => true);

const rangeTypes: OptionTypes<FollowRange> = {
  since: validatedLater,
  interval: duration(minInterval),
};

const alertTypes: OptionTypes<FollowAlertsInput> = {
  ...rangeTypes,
  monitor_id: validatedLater,
};

const deliveryTypes: OptionTypes<FollowDeliveriesInput> = {
  ...rangeTypes,
  channel_id: validatedLater,
};

/**
 * The methods that poll a list.
 *
 * @param closed aborted when the client is closed
 */
export function followMethods({ call }: Pick<OperationCalls, 'call'>, closed: AbortSignal) {
  const newPoller = (interval = defaultInterval, { signal, retries }: CallOptions) =>
    new Poller({ signal, retries, interval, closed });

  async function* alerts(
    input: FollowAlertsInput = {},
    options: CallOptions = {},
  ): AsyncGenerator<Alert, void, undefined> {
    const since = checkInput('alerts.follow', input, options, alertTypes);
    const read = async (range: object, retries: number | undefined) => {
      const filter = { ...range, monitor_id: input.monitor_id };
      const page = call(operations.alerts.list, filter, { ...options, retries });
      return itemsOf<Alert>(await page.withResponse(), 'alerts');
    };
    yield* followAlerts(read, since, newPoller(input.interval, options));
  }

  async function* deliveries(
    input: FollowDeliveriesInput = {},
    options: CallOptions = {},
  ): AsyncGenerator<WebhookDelivery, void, undefined> {
    const since = checkInput('delivery.follow', input, options, deliveryTypes);
    const read = async (bounds: object, retries: number | undefined) => {
      const filter = { ...bounds, channel_id: input.channel_id };
      const page = call(operations.delivery.get, filter, { ...options, retries });
      const details = await page.withResponse();
      const { next_cursor } = Object(details.data) as { next_cursor?: unknown };
      return {
        deliveries: itemsOf<WebhookDelivery>(details, 'webhook_deliveries'),
        next: typeof next_cursor === 'string' ? next_cursor : undefined,
      };
    };
    yield* followDeliveries(read, since, newPoller(input.interval, options));
  }

  return { alerts, deliveries };
}

/**
 * Returns `since` in UTC.
 *
 * @throws {SettingError | InputError}
 */
function checkInput<Input extends FollowRange>(
  method: string,
  input: Input,
  options: CallOptions,
  types: OptionTypes<Input>,
): string | undefined {
  checkSettings(`${method}()`, input, types, (name) =>
    isCallOption(name)
      ? `pass it in the second argument: client.${method}({ … }, { ${name} })`
      : undefined,
  );
  checkCallOptions(method, options, Object.keys(types));
  const validated = validate(operations.alerts.list, { since: input.since ?? null });
  if ('issues' in validated) throw new InputError(method, validated.issues);
  const { since } = validated.input;
  return typeof since === 'string' ? since : undefined;
}

/** @throws {InvalidResponseError} if an item has no valid time, without which it cannot be followed */
function itemsOf<Item extends { created_at: string }>(
  { data, status, requestId, attempts }: ResponseDetails<object>,
  list: string,
): readonly Item[] {
  const { [list]: items } = data as Readonly<Record<string, unknown>>;
  const isValid =
    Array.isArray(items) && items.every((item) => !Number.isNaN(Date.parse(item?.created_at)));
  if (isValid) return items;
  const message = `the service returned no list ${list} of items with created_at`;
  throw withAttempts(new InvalidResponseError(status, message, { requestId }), attempts);
}
