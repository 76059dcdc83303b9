import { operations } from '../../contract/operations.ts';
import { eventIn, webhookTimeout } from '../alert-delivery.ts';
import { contains, describe } from '../json.ts';
import { eventNeeds } from '../need.ts';
import { ensureSigned } from '../signature.ts';
import type { CheckedStatement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { alerts, delivery } = operations;

/** docs/service.md §3.3 */
export const connectionStates: readonly CheckedStatement[] = [
  {
    id: '3.3-1',
    text: 'A test sends a signed `webhook.test` event to a connection.',
    surfaces: surfaceNames,
    needs: eventNeeds,
    check: async (trial) => {
      const { request, event, secret } = await testEvent(trial);
      ensure(event['type'] === 'webhook.test', `its type is ${describe(event['type'])}`);
      ensureSigned(request, secret);
    },
  },
  {
    id: '3.3-2',
    text: 'A test can be sent to a connection in any state.',
    needs: eventNeeds,
    check: async (trial) => {
      for (const status of ['active', 'paused', 'disabled']) {
        await testEvent(trial, (channelId) =>
          trial.ok(delivery.set, { channel_id: channelId, status }),
        );
      }
    },
  },
  {
    id: '3.3-3',
    text: 'A test concerns the connection only: it starts no run and records no alert.',
    needs: eventNeeds,
    check: async (trial) => {
      const { id } = await trial.monitor();
      const { event } = await testEvent(trial);
      ensure(!('results' in event) && !('articles' in event), 'the test event has results');
      ensure(!contains(await trial.ok(alerts.list), id), 'an alert was recorded');
    },
  },
];

/** Sends a test to a new connection. @param prepare changes the connection before */
async function testEvent(trial: Trial, prepare?: (channelId: string) => Promise<unknown>) {
  const callback = await trial.callback();
  const { id, secret } = await trial.connect(callback.url);
  await prepare?.(id);
  await trial.ok(delivery.test, { channel_id: id });
  const [request] = await callback.wait(1, webhookTimeout);
  ensure(request !== undefined, 'no test arrived');
  return { request, secret, event: eventIn(request) };
}
