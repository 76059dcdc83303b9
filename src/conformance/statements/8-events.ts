import { operations } from '../../contract/operations.ts';
import {
  connectMonitor,
  deliveredEvent,
  eventIn,
  firstEvent,
  webhookTimeout,
} from '../alert-delivery.ts';
import { eventNeeds } from '../need.ts';
import { headerText } from '../signature.ts';
import type { CheckedStatement } from '../statement.ts';
import { ensure } from '../violation.ts';

const { delivery } = operations;

/** docs/service.md §8 */
export const eventStatements: readonly CheckedStatement[] = [
  {
    id: '8-1',
    text: 'Events are sent by webhook only: an event has one of two types.',
    needs: eventNeeds,
    check: async (trial) => {
      const { callback, channelId } = await deliveredEvent(trial);
      await trial.ok(delivery.test, { channel_id: channelId });
      const requests = await callback.wait(2, webhookTimeout);
      const types = requests.map((request) => eventIn(request)['type']);
      ensure(types.join() === 'news.alert,webhook.test', `the types are ${types}`);
    },
  },
  {
    id: '8-2',
    text: "Events are posted to the connection's `webhook_url`.",
    needs: eventNeeds,
    check: async (trial) => {
      const { request } = await deliveredEvent(trial);
      ensure(request.method === 'POST', `the method is ${request.method}`);
    },
  },
  {
    id: '8-3',
    text: 'An attempt ends after five seconds.',
    needs: eventNeeds,
    check: async (trial) => {
      let duration: number | undefined;
      const created = await connectMonitor(trial, (response) => {
        const start = Date.now();
        response.on('close', () => {
          duration ??= Date.now() - start;
        });
      });
      await firstEvent(trial, created);
      for (let waited = 0; duration === undefined && waited < 80; waited += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      ensure(duration !== undefined, 'the request was still open after eight seconds');
      ensure(duration > 4000 && duration < 7000, `it ended after ${duration} ms`);
    },
  },
  {
    id: '8-4',
    text: 'The body of an event is a JSON object.',
    needs: eventNeeds,
    check: async (trial) => {
      const { request } = await deliveredEvent(trial);
      const type = headerText(request, 'content-type');
      ensure(type.startsWith('application/json'), `the content type is ${type}`);
    },
  },
];
