import { mapOperations, operations } from '../contract/operations.ts';
import type { Alert, WebhookDelivery } from '../generated/data.ts';
import type { AlertsMethods, DeliveryMethods, OperationMethods } from '../generated/operations.ts';
import type { CallOptions } from './call-options.ts';
import { type ClientOptions, checkClientOptions } from './client-options.ts';
import { followMethods } from './follow/follow-methods.ts';
import type { FollowAlertsInput, FollowDeliveriesInput } from './follow/follow-options.ts';
import { optionsFromEnv, processEnv } from './from-env.ts';
import { operationCalls } from './operation-calls.ts';

/** One method per operation: `client.news.search({ query })`. */
export interface Client extends OperationMethods {
  /** List and follow the results of monitor runs. */
  readonly alerts: AlertsMethods & FollowAlerts;
  /** Manage webhook connections and follow their deliveries. */
  readonly delivery: DeliveryMethods & FollowDeliveries;
  /** Rejects new calls, and ends `follow()` with a `NetworkError`. Calls in progress continue. */
  close(): Promise<void>;
  /** The same as `close()`, for `await using`. */
  [Symbol.asyncDispose](): Promise<void>;
}

interface FollowAlerts {
  /**
   * Polls for new alerts, oldest first, each once, until the signal is aborted or the loop is left. An
   * abort ends the loop without an error.
   *
   * The first request is like that of any call: it is retried as often as `retries` says, and its error is
   * thrown. After it, the loop reconnects: errors that a retry may fix, such as a restart of the service,
   * do not end it, however long they last, unless the call's `retries` limits them. Other errors end the
   * loop and are thrown in it.
   *
   * To continue after a restart of your program, save `created_at` of the last alert as `since`: it is
   * inclusive. Alerts that the service has deleted because of their age are not found.
   *
   * @throws {InvalidResponseError} also if the service lists only some of the alerts
   *
   * @example
   * ```ts
   * const { signal } = abortController;
   * for await (const alert of client.alerts.follow({ since }, { signal })) {
   *   console.log(alert.monitor_title);
   * }
   * ```
   */
  follow(input?: FollowAlertsInput, options?: CallOptions): AsyncIterable<Alert>;
}

interface FollowDeliveries {
  /**
   * Polls for deliveries that are new or whose status or number of attempts has changed, until the
   * signal is aborted or the loop is left. An abort ends the loop without an error. In each poll,
   * deliveries in progress come first, and the newest first.
   *
   * The first request is like that of any call: it is retried as often as `retries` says, and its error is
   * thrown. After it, the loop reconnects: errors that a retry may fix, such as a restart of the service,
   * do not end it, however long they last, unless the call's `retries` limits them. Other errors end the
   * loop and are thrown in it.
   *
   * @example
   * ```ts
   * for await (const { event_id, status } of client.delivery.follow({ channel_id })) {
   *   console.log(event_id, status);
   * }
   * ```
   */
  follow(input?: FollowDeliveriesInput, options?: CallOptions): AsyncIterable<WebhookDelivery>;
}

/** The type of {@link createClient}. */
export interface CreateClient {
  /**
   * Creates a typed client of the service. It sends by `fetch` and runs wherever that exists.
   *
   * Each method throws {@link InputError} if the input is invalid (nothing is sent),
   * {@link ServiceError} if the service responds with an error (such as 402 `plan_required`),
   * {@link NetworkError} if no complete response was received, {@link InvalidResponseError} if the
   * response is not JSON, {@link SettingError} if an option of the call is invalid, and the reason of the
   * signal if it is aborted.
   *
   * @throws {SettingError} if an option is missing, unknown or invalid
   * @example
   * ```ts
   * const client = createClient({ baseUrl: 'https://news.example.com', apiKey });
   * const { items } = await client.news.search({ query: 'cocoa quotas' });
   * ```
   */
  (options: ClientOptions): Client;
  /**
   * Creates a client with the settings of the command line: `SERVICE_BASE_URL`, `SERVICE_API_KEY`,
   * `SERVICE_TIMEOUT` (seconds), `SERVICE_READ_ONLY` and `SERVICE_ALLOW_HTTP`. Only this function reads the
   * environment; the settings file is not read.
   *
   * @param overrides options that take precedence over the environment
   * @throws {SettingError} that names the variables that are missing or invalid
   * @example
   * ```ts
   * const client = createClient.fromEnv({ timeout: 10_000 });
   * ```
   */
  fromEnv(overrides?: Partial<ClientOptions>): Client;
}

/** Creates a typed client of the service. */
export const createClient: CreateClient = /* @__PURE__ */ Object.assign(newClient, {
  fromEnv: (overrides?: Partial<ClientOptions>) =>
    newClient(optionsFromEnv(processEnv(), overrides)),
});

function newClient(options: ClientOptions): Client {
  checkClientOptions(options);
  const calls = operationCalls(options);
  const closed = new AbortController();
  const follow = followMethods(calls, closed.signal);
  const methods = mapOperations(operations, (operation) =>
    named(operation.name, (input?: unknown, callOptions?: CallOptions) =>
      calls.call(operation, input, callOptions),
    ),
  );
  const close = async () => {
    await calls.close();
    closed.abort();
  };
  return {
    ...methods,
    alerts: { ...Object(methods['alerts']), follow: named('alerts.follow', follow.alerts) },
    delivery: {
      ...Object(methods['delivery']),
      follow: named('delivery.follow', follow.deliveries),
    },
    close,
    [Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose')]: close,
  } as Client;
}

/** Names a function, for stack traces and `console.log()`. */
function named<Value extends (...args: never[]) => unknown>(name: string, value: Value): Value {
  return Object.defineProperty(value, 'name', { value: name });
}
