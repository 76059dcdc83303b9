import { operations } from '../contract/operations.ts';
import type { Callback, CallbackResponse } from './callback-receiver.ts';
import { textAt } from './json.ts';
import type { Trial } from './trial.ts';
import { NotChecked } from './violation.ts';

const hour = 3_600_000;
/** Milliseconds to wait for a webhook of a service whose clock cannot be moved. */
const webhookTimeout = 20_000;

/** A monitor that is connected to a callback. */
export interface Watch {
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
export async function watch(trial: Trial, ...responses: CallbackResponse[]): Promise<Watch> {
  const callback = await trial.callback(...responses);
  const { id: monitorId, body } = await trial.monitor();
  const { id: channelId, secret } = await trial.connect(callback.url, { monitor_id: monitorId });
  return { monitorId, title: textAt(body, 'title'), channelId, secret, callback };
}

/**
 * Makes a monitor run and its first attempts happen: on schedule if the clock can be moved,
 * otherwise on demand.
 */
export async function runMonitor(trial: Trial, { monitorId }: Pick<Watch, 'monitorId'>) {
  if (trial.hasWorld) await trial.world.advance(hour);
  else await trial.ok(operations.monitors.run, { id: monitorId });
}

/** Runs a watch and returns its first event. @throws {Violation} if none arrives */
export async function firstEvent(trial: Trial, { monitorId, callback }: Watch) {
  await runMonitor(trial, { monitorId });
  const [request] = await callback.wait(1, webhookTimeout);
  if (!request) throw new NotChecked('no event arrived');
  return { request, event: JSON.parse(request.body.toString()) as unknown };
}
