import { responseBounds } from '../client/response-bounds.ts';
import { operations } from '../contract/operations.ts';
import { jsonExcess } from '../node/json-bounds.ts';
import type { Callback, CallbackResponse } from './callback-receiver.ts';
import { contains, listAt, objectIn, textAt, valueAt } from './json.ts';
import type { Trial } from './trial.ts';
import { ensure, Violation } from './violation.ts';

const second = 1000;
const hour = 3_600_000;
/** Milliseconds to wait for a webhook of a service whose clock cannot be moved. */
export const webhookTimeout = 20 * second;
/** Twice the attempts of eight rounds. */
const maxSteps = 48;

/** A monitor that is connected to a callback. */
export interface ConnectedMonitor {
  monitorId: string;
  title: string;
  channelId: string;
  secret: string;
  callback: Callback;
}

/**
 * Creates a recurring monitor that finds results, and connects it to a new callback.
 *
 * @param responses of the callback (default: 204)
 */
export function connectMonitor(
  trial: Trial,
  ...responses: CallbackResponse[]
): Promise<ConnectedMonitor> {
  return connectMonitorWith(trial, {}, responses);
}

async function connectMonitorWith(
  trial: Trial,
  input: Readonly<Record<string, unknown>>,
  responses: readonly CallbackResponse[],
): Promise<ConnectedMonitor> {
  const callback = await trial.callback(...responses);
  const { id: monitorId, body } = await trial.monitor(input);
  const { id: channelId, secret } = await trial.connect(callback.url, { monitor_id: monitorId });
  return { monitorId, title: textAt(body, 'title'), channelId, secret, callback };
}

/**
 * Runs the monitor: on schedule, with its first attempts, if the clock can be moved, otherwise on demand.
 */
export async function triggerRun(trial: Trial, { monitorId }: Pick<ConnectedMonitor, 'monitorId'>) {
  if (trial.hasWorld) await trial.world.advance(hour);
  else await trial.ok(operations.monitors.run, { id: monitorId });
}

/**
 * The same for a new monitor whose run must have results.
 *
 * @throws {NotChecked} if no news can arrive before the run
 */
export async function runWithResults(
  trial: Trial,
  { monitorId }: Pick<ConnectedMonitor, 'monitorId'>,
) {
  if (trial.hasWorld) await trial.world.advance(hour);
  else await trial.run(monitorId);
}

/** The JSON of an event. */
export function eventIn({ body }: { body: Buffer }): Record<string, unknown> {
  const excess = jsonExcess(body, responseBounds);
  if (excess !== undefined) throw new Violation(`the event ${excess}`);
  return objectIn(JSON.parse(body.toString()));
}

/** Runs the monitor and returns its first event. @throws {Violation} if none arrives */
export async function firstEvent(trial: Trial, { monitorId, callback }: ConnectedMonitor) {
  await runWithResults(trial, { monitorId });
  const [request] = await callback.wait(1, webhookTimeout);
  if (!request) throw new Violation('no event arrived');
  return { request, event: eventIn(request) };
}

/** Connects a new monitor, runs it and returns its first event. @param input of the monitor */
export async function deliveredEvent(trial: Trial, input: Readonly<Record<string, unknown>> = {}) {
  const created = await connectMonitorWith(trial, input, []);
  return { ...created, ...(await firstEvent(trial, created)) };
}

/** The newest delivery record of a connection; `undefined` if there is none. */
export async function deliveryOf(
  trial: Trial,
  { channelId }: Pick<ConnectedMonitor, 'channelId'>,
): Promise<unknown> {
  const body = await trial.ok(operations.delivery.get);
  return listAt(body, 'webhook_deliveries').find((record) => contains(record, channelId));
}

/** Lets the retries of a round happen. */
export async function passRound(trial: Trial, { callback }: ConnectedMonitor): Promise<void> {
  if (trial.hasWorld) {
    for (let each = 0; each < 4; each += 1) await trial.world.advance(second);
  } else {
    await callback.wait(2, webhookTimeout).catch(() => undefined);
  }
}

/** @throws {Violation} if the service does not retry the first event of the monitor */
export async function ensureRetried(trial: Trial, created: ConnectedMonitor): Promise<void> {
  await firstEvent(trial, created);
  await passRound(trial, created);
  const { requests } = created.callback;
  ensure(requests.length > 1, 'the event was sent only once');
  const ids = new Set(requests.map((request) => textAt(eventIn(request), 'id')));
  ensure(ids.size === 1, 'the retry has another event id');
}

/** @throws {Violation} if the service sends the first event of the monitor more than once */
export async function ensureNotRetried(trial: Trial, created: ConnectedMonitor): Promise<void> {
  await firstEvent(trial, created);
  if (trial.hasWorld) await trial.world.advance(hour);
  else await new Promise((resolve) => setTimeout(resolve, 8 * second));
  const count = created.callback.requests.length;
  ensure(count === 1, `the event was sent ${count} times`);
}

/**
 * Moves the clock from attempt to attempt until the first delivery of the monitor is final. Needs a test
 * world.
 *
 * @returns the final delivery record and the times of its attempts
 */
export async function untilFinal(trial: Trial, created: ConnectedMonitor) {
  await triggerRun(trial, created);
  await trial.ok(operations.monitors.pause, { id: created.monitorId });
  const times = new Set<number>();
  for (let step = 0; step < maxSteps; step += 1) {
    const record = await deliveryOf(trial, created);
    times.add(Date.parse(textAt(record, 'last_attempt_at')));
    const next = valueAt(record, 'next_attempt_at');
    if (typeof next !== 'string') return { record, times: [...times] };
    await trial.world.advance(Date.parse(next) - trial.world.now());
  }
  throw new Violation(`the delivery is not final after ${maxSteps} attempts`);
}

/** @throws {Violation} if the round of an event that fails has not three attempts */
export async function ensureThreeAttempts(trial: Trial, created: ConnectedMonitor): Promise<void> {
  await firstEvent(trial, created);
  await passRound(trial, created);
  const { length } = created.callback.requests;
  ensure(length === 3, `there were ${length} attempts`);
}
