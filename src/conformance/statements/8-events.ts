import { operations } from '../../contract/operations.ts';
import { parseUrl } from '../../node/parse-url.ts';
import {
  deliveredEvent,
  deliveryOf,
  ensureNotRetried,
  ensureRetried,
  eventIn,
  firstEvent,
  passRound,
  runMonitor,
  untilFinal,
  watch,
} from '../alert-delivery.ts';
import type { ReceivedRequest } from '../callback-receiver.ts';
import { contains, describe, itemsOf, listAt, objectIn, textAt, valueAt } from '../json.ts';
import { ensureSigned, headerOf } from '../signature.ts';
import type { Statement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { alerts, delivery, monitors } = operations;
const everySurface = surfaceNames;
const second = 1000;
const hour = 3_600_000;
const events = ['changes', 'receiver'] as const;
const scheduled = ['changes', 'receiver', 'test world'] as const;

/** docs/service.md §8 */
export const eventStatements: readonly Statement[] = [
  {
    id: '8-1',
    text: 'Events are sent by webhook only: an event has one of two types.',
    needs: events,
    check: async (trial) => {
      const { callback, channelId } = await deliveredEvent(trial);
      await trial.ok(delivery.test, { channel_id: channelId });
      const requests = await callback.wait(2, 20 * second);
      const types = requests.map((request) => eventIn(request)['type']);
      ensure(types.join() === 'news.alert,webhook.test', `the types are ${types}`);
    },
  },
  {
    id: '8-2',
    text: "Events are posted to the connection's `webhook_url`.",
    needs: events,
    check: async (trial) => {
      const { request } = await deliveredEvent(trial);
      ensure(request.method === 'POST', `the method is ${request.method}`);
    },
  },
  {
    id: '8-3',
    text: 'An attempt ends after five seconds.',
    needs: events,
    check: async (trial) => {
      let duration: number | undefined;
      const created = await watch(trial, (response) => {
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
    needs: events,
    check: async (trial) => {
      const { request } = await deliveredEvent(trial);
      const type = headerOf(request, 'content-type');
      ensure(type.startsWith('application/json'), `the content type is ${type}`);
    },
  },
  {
    id: '8.1-1',
    text: '`news.alert` is sent once for each qualifying run of a recurring monitor and connection.',
    needs: scheduled,
    check: async (trial) => {
      const created = await watch(trial);
      await runMonitor(trial, created);
      await runMonitor(trial, created);
      const runs = created.callback.requests.map((request) => eventIn(request)['run_id']);
      ensure(runs.length === new Set(runs).size && runs.length > 0, `the runs are ${runs}`);
    },
  },
  {
    id: '8.1-2',
    text: '`news.alert` is sent after the alert filters: it has only results that pass.',
    needs: scheduled,
    check: async (trial) => {
      const { event } = await deliveredEvent(trial);
      const words = textAt(listAt(event, 'results')[0], 'title').split(/[^\p{L}]+/u);
      const word = words.toSorted((one, other) => other.length - one.length)[0] ?? '';
      const filtered = await watch(trial);
      await trial.ok(monitors.set, { id: filtered.monitorId, exclude_words: [word] });
      await runMonitor(trial, filtered);
      const titles = filtered.callback.requests
        .flatMap((request) => listAt(eventIn(request), 'results'))
        .map((result) => textAt(result, 'title'));
      ensure(!titles.some((title) => title.includes(word)), `${word} is in ${describe(titles)}`);
    },
  },
  {
    id: '8.1-3',
    text: '`news.alert` covers all source types: the index and feeds of the monitor.',
    needs: scheduled,
    check: async (trial) => {
      await deliveredEvent(trial);
      const feed = await trial.callback((response) => {
        response.writeHead(200, { 'content-type': 'application/rss+xml' }).end(sampleFeed);
      });
      const prompt = `Tell me about everything new at ${feed.url}`;
      const { event } = await deliveredEvent(trial, { prompt });
      ensure(contains(event, feedTitle), `the item of the feed is not in ${describe(event)}`);
    },
  },
  {
    id: '8.1-4',
    text: '`news.alert` is sent for both standard and agentic execution.',
    needs: scheduled,
    check: async (trial) => {
      for (const execution of ['standard', 'agentic']) {
        const { event } = await deliveredEvent(trial, { execution });
        ensure(event['type'] === 'news.alert', `${execution}: ${describe(event['type'])}`);
      }
    },
  },
  {
    id: '8.1-5',
    text: '`webhook.test` is sent when the user sends a test.',
    surfaces: everySurface,
    needs: events,
    check: async (trial) => {
      const callback = await trial.callback();
      const { id } = await trial.connect(callback.url);
      ensure(callback.requests.length === 0, 'connecting sent an event');
      await trial.ok(delivery.test, { channel_id: id });
      const [request] = await callback.wait(1, 20 * second);
      ensure(request !== undefined && eventIn(request)['type'] === 'webhook.test', 'no test');
    },
  },
  field('8.2-1', '`id`, which is unique', async (trial, event) => {
    const { event: other } = await deliveredEvent(trial);
    ensure(textAt(event, 'id') !== textAt(other, 'id'), 'two events have the same id');
  }),
  field('8.2-2', '`type`, which is `news.alert`', (_trial, event) => {
    ensure(event['type'] === 'news.alert', describe(event['type']));
  }),
  field('8.2-3', '`created_at`, a timestamp', (_trial, event) => {
    const createdAt = textAt(event, 'created_at');
    ensure(!Number.isNaN(Date.parse(createdAt)), describe(createdAt));
  }),
  field('8.2-4', '`monitor_id`', (_trial, event, { monitorId }) => {
    ensure(event['monitor_id'] === monitorId, describe(event['monitor_id']));
  }),
  field('8.2-5', '`monitor_title`', (_trial, event) => void textAt(event, 'monitor_title')),
  field('8.2-6', '`run_id`, the monitor run', async (trial, event) => {
    const runId = textAt(event, 'run_id');
    ensure(contains(await trial.ok(alerts.list), runId), 'no alert has this run');
  }),
  field('8.2-7', '`articles`, each with title, url, description and date', (_trial, event) => {
    for (const article of listAt(event, 'articles')) {
      textAt(article, 'title');
      ensure(parseUrl(textAt(article, 'url')) !== undefined, `the url is ${describe(article)}`);
      const { description, publication_date: date } = objectIn(article);
      ensure(typeof description === 'string', `the description is ${describe(description)}`);
      ensure(date === null || typeof date === 'string', `the date is ${describe(date)}`);
    }
  }),
  field('8.2-8', '`results`, each with title, summary, links and date', (_trial, event) => {
    const results = listAt(event, 'results');
    ensure(results.length > 0, 'there are no results');
    for (const result of results) {
      ensure(typeof result === 'object' && result !== null, describe(result));
      ensure(Object.values(result).some(Array.isArray), `no links in ${describe(result)}`);
      textAt(result, 'title');
    }
  }),
  {
    id: '8.3-1',
    text: '`X-Service-Signature` is `v1=` and the hexadecimal HMAC-SHA256 of timestamp, `.` and body.',
    needs: events,
    check: async (trial) => {
      const { request, secret } = await deliveredEvent(trial);
      const signature = headerOf(request, 'x-service-signature');
      ensure(/^v1=[0-9a-f]{64}(,|$)/.test(signature), `it is ${describe(signature)}`);
      ensureSigned(request, secret);
    },
  },
  {
    id: '8.3-2',
    text: "The signature's key is the signing secret of the connection.",
    needs: events,
    check: async (trial) => {
      const created = await watch(trial);
      const callback = await trial.callback();
      const { monitorId } = created;
      const { secret } = await trial.connect(callback.url, { monitor_id: monitorId });
      ensure(secret !== created.secret, 'two connections have the same secret');
      const { request } = await firstEvent(trial, created);
      const [other] = await callback.wait(1, 20 * second);
      ensureSigned(request, created.secret);
      ensure(other !== undefined, 'the second connection got no event');
      ensureSigned(other, secret);
    },
  },
  {
    id: '8.3-3',
    text: 'The signature covers the exact body: it is over the bytes that were sent.',
    needs: events,
    check: async (trial) => {
      const { request, secret } = await deliveredEvent(trial);
      const changed = { ...request, body: Buffer.concat([request.body, Buffer.from(' ')]) };
      ensureSigned(request, secret);
      ensure(!isSigned(changed, secret), 'another body has the same signature');
    },
  },
  {
    id: '8.3-4',
    text: '`X-Service-Timestamp` is the time of the attempt.',
    needs: events,
    check: async (trial) => {
      const { request } = await deliveredEvent(trial);
      const text = headerOf(request, 'x-service-timestamp');
      const time = /^\d+$/.test(text) ? Number(text) * second : Date.parse(text);
      const difference = Math.abs(time - Date.now()) / second;
      ensure(difference < 300, `${text} is ${difference} s from now`);
    },
  },
  {
    id: '8.3-5',
    text: '`X-Service-Event-Id` equals the `id` of the payload.',
    needs: events,
    check: async (trial) => {
      const { request, event } = await deliveredEvent(trial);
      const id = headerOf(request, 'x-service-event-id');
      ensure(id === event['id'], `it is ${describe(id)}, the id ${describe(event['id'])}`);
    },
  },
  ...(
    [
      ['8.4-1', 'computes the signature over the raw body', 'test/unit/webhooks/verify.test.ts'],
      ['8.4-2', 'compares signatures in constant time', 'src/webhooks/verify.ts'],
      [
        '8.4-3',
        'rejects timestamps more than five minutes from its clock',
        'test/unit/webhooks/timestamp.test.ts',
      ],
      ['8.4-4', 'stores an event id only once', 'test/integration/receiver/inbox.test.ts'],
      [
        '8.4-5',
        'stores the event before it responds with 2xx, and processes it later',
        'test/ordeals/kills/webhook-kill.test.ts',
      ],
      [
        '8.4-6',
        'treats `webhook.test` as a connection test only',
        'test/integration/examples/receivers.test.ts',
      ],
      [
        '8.4-7',
        'treats article text and links as untrusted',
        'test/integration/receiver/exec.test.ts',
      ],
    ] as const
  ).map(
    ([id, rule, shownBy]): Statement => ({ id, text: `A receiver ${rule}.`, check: { shownBy } }),
  ),
  {
    id: '8.5-1',
    text: 'Delivery is at least once: an event whose acknowledgment is lost is sent again.',
    needs: events,
    check: async (trial) =>
      ensureRetried(trial, await watch(trial, (response) => response.destroy(), 204)),
  },
  {
    id: '8.5-2',
    text: 'Within a round there are up to three attempts after failed requests, 429 and 5xx.',
    needs: scheduled,
    check: async (trial) => {
      const created = await watch(trial, (response) => response.destroy(), 429, 500);
      await firstEvent(trial, created);
      await passRound(trial, created);
      const { length } = created.callback.requests;
      ensure(length === 3, `there were ${length} attempts`);
    },
  },
  {
    id: '8.5-3',
    text: 'Temporary failures are retried in up to eight rounds over about 27 hours.',
    needs: scheduled,
    check: async (trial) => {
      const { record, times } = await untilFinal(trial, await watch(trial, 429));
      const hours = (Math.max(...times) - Math.min(...times)) / hour;
      ensure(
        valueAt(record, 'round') === 8,
        `there were ${describe(valueAt(record, 'round'))} rounds`,
      );
      ensure(hours > 25 && hours < 29, `they took ${hours.toFixed(1)} hours`);
    },
  },
  {
    id: '8.5-4',
    text: 'Any other 4xx fails immediately.',
    needs: events,
    check: async (trial) => {
      for (const status of [401, 403, 422])
        await ensureNotRetried(trial, await watch(trial, status));
    },
  },
  {
    id: '8.5-5',
    text: "The first delivery results are in the run's `broadcast_results`.",
    needs: events,
    check: async (trial) => {
      const { monitorId, channelId } = await watch(trial, 404);
      const results = listAt(await trial.ok(monitors.run, { id: monitorId }), 'broadcast_results');
      ensure(contains(results, channelId), `the connection is not in ${describe(results)}`);
    },
  },
  {
    id: '8.5-6',
    text: 'Current status, attempts and errors are in `webhook_deliveries`.',
    surfaces: everySurface,
    needs: scheduled,
    check: async (trial) => {
      const created = await watch(trial, 500, 204);
      await firstEvent(trial, created);
      const before = await deliveryOf(trial, created);
      await passRound(trial, created);
      const after = await deliveryOf(trial, created);
      ensure(contains(before, 'http_500'), `the error is not in ${describe(before)}`);
      ensure(contains(after, 'delivered'), `the delivery is not in ${describe(after)}`);
    },
  },
  {
    id: '8.5-7',
    text: "They are also in the connection's settings.",
    check: { shownBy: 'test/integration/server/surfaces/pages/forms.test.ts' },
  },
  {
    id: '8.5-8',
    text: 'A completed run does not prove that the receiver accepted its alert.',
    needs: events,
    check: async (trial) => {
      const { monitorId, callback } = await watch(trial, 400);
      const run = await trial.ok(monitors.run, { id: monitorId });
      await callback.wait(1, 20 * second);
      const status = valueAt(run, 'status');
      ensure(status === undefined || status === 'completed', `the run is ${describe(status)}`);
    },
  },
  {
    id: '8.6-1',
    text: 'Missed events are recovered by polling the alerts list with `since`.',
    surfaces: everySurface,
    needs: events,
    check: async (trial) => {
      const { monitorId, callback } = await watch(trial, 400);
      const since = new Date(trial.now() - 60 * second).toISOString();
      const run = await trial.ok(monitors.run, { id: monitorId });
      await callback.wait(1, 20 * second);
      const list = await trial.ok(alerts.list, { since, limit: 100 });
      ensure(contains(list, textAt(run, 'id')), 'the alert is not listed');
    },
  },
  {
    id: '8.6-2',
    text: 'A poller that moves `since` forward reads every alert once, with one overlap a page.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const started = trial.now();
      const ids = await Promise.all(
        Array.from({ length: 5 }, async () => (await trial.monitor()).id),
      );
      for (const id of ids) await trial.ok(monitors.run, { id });
      const read: Record<string, unknown>[] = [];
      for (let since = new Date(started).toISOString(); read.length < 100; ) {
        const page = itemsOf(await trial.ok(alerts.list, { since, limit: 2 }));
        const known = new Set(read.map((alert) => alert['id']));
        const fresh = page.filter((alert) => !known.has(alert['id']));
        if (fresh.length === 0) break;
        ensure(page.length - fresh.length <= 1, 'a page overlaps by more than one alert');
        read.push(...fresh);
        since = textAt(read.at(-1), 'created_at');
      }
      const missing = ids.filter((id) => !contains(read, id));
      ensure(missing.length === 0, `${missing.length} of ${ids.length} alerts were not read`);
    },
  },
];

const feedTitle = 'A lighthouse is sold at auction';
const sampleFeed = `<?xml version="1.0"?><rss version="2.0"><channel><title>Coast</title>
<item><title>${feedTitle}</title><link>https://coast.example.com/lighthouse</link></item>
</channel></rss>`;

type FieldCheck = (
  trial: Trial,
  event: Record<string, unknown>,
  created: { monitorId: string },
) => void | Promise<void>;

/** A field that every `news.alert` has. */
function field(id: string, what: string, check: FieldCheck): Statement {
  return {
    id,
    text: `\`news.alert\` has ${what}.`,
    needs: events,
    check: async (trial) => {
      const created = await deliveredEvent(trial);
      await check(trial, created.event, created);
    },
  };
}

function isSigned(request: ReceivedRequest, secret: string): boolean {
  try {
    ensureSigned(request, secret);
    return true;
  } catch {
    return false;
  }
}
