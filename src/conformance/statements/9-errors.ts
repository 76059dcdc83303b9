import { operations } from '../../contract/operations.ts';
import { parseUrl } from '../../node/parse-url.ts';
import { connectMonitor, ensureNotRetried, ensureRetried } from '../alert-delivery.ts';
import { describe, objectIn, textAt, valueAt } from '../json.ts';
import { eventNeeds } from '../need.ts';
import type { CheckedStatement } from '../statement.ts';
import { parseJson } from '../surfaces/http.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import { ensure } from '../violation.ts';

const { account, delivery, news } = operations;

/** docs/service.md §9 */
export const errors: readonly CheckedStatement[] = [
  {
    id: '9-1',
    text: 'A request that needs a plan and has none gets status 402.',
    needs: ['unpaid key'],
    check: async (trial) => {
      for (const { path } of [news.latest, operations.monitors.list]) {
        const { status } = await trial.send({ method: 'GET', path }, 'unpaid');
        ensure(status === 402, `${path}: status ${status}`);
      }
    },
  },
  {
    id: '9-2',
    text: 'It gets 402 before its body is judged.',
    needs: ['unpaid key'],
    check: async (trial) => {
      const request = { method: 'POST', path: news.search.path } as const;
      for (const body of ['{', '{"unknown":1}', '[]']) {
        const { status } = await trial.send({ ...request, body }, 'unpaid');
        ensure(status === 402, `the body ${body}: status ${status}`);
      }
    },
  },
  {
    id: '9-3',
    text: 'The error `plan_required` has `error`, `message` and `url`, all text.',
    surfaces: surfaceNames,
    needs: ['unpaid key'],
    check: async (trial) => {
      const body = objectIn(await trial.rejected(news.latest, {}, 'unpaid'));
      ensure(body['error'] === 'plan_required', describe(body));
      textAt(body, 'message');
      ensure(parseUrl(textAt(body, 'url')) !== undefined, `the url is ${describe(body['url'])}`);
    },
  },
  {
    id: '9-4',
    text: 'Over MCP it is a tool result with the same payload and `isError: true`.',
    surfaces: ['mcp'],
    needs: ['unpaid key'],
    check: async (trial) => {
      const body = await trial.rejected(news.latest, {}, 'unpaid');
      const { body: overHttp } = await trial.call(news.latest, {}, 'unpaid', 'http');
      const [one, other] = [body, overHttp].map((each) => JSON.stringify(each));
      ensure(one === other, `${one} over MCP, ${other} over HTTP`);
    },
  },
  {
    id: '9-5',
    text: 'The command line prints the payload and exits with a code that is not zero.',
    surfaces: ['cli'],
    needs: ['unpaid key'],
    check: async (trial) => {
      const { code, stdout } = await trial.command(['news', 'latest'], 'unpaid');
      const { body: overHttp } = await trial.call(news.latest, {}, 'unpaid', 'http');
      const body = parseJson(stdout, 'news latest');
      ensure(code !== 0, 'it exits with 0');
      ensure(JSON.stringify(body) === JSON.stringify(overHttp), `it prints ${describe(body)}`);
    },
  },
  {
    id: '9-6',
    text: 'A private webhook URL is rejected.',
    needs: ['changes', 'public addresses only'],
    check: async (trial) => {
      const input = { platform: 'webhook', webhook_url: 'https://192.168.0.1/news' };
      await trial.rejected(delivery.connect, input);
    },
  },
  {
    id: '9-7',
    text: 'A webhook URL that redirects is rejected: the delivery fails at once.',
    needs: eventNeeds,
    check: async (trial) => {
      const target = await trial.callback();
      const created = await connectMonitor(trial, (response) => {
        response.writeHead(302, { location: target.url }).end();
      });
      await ensureNotRetried(trial, created);
      ensure(target.requests.length === 0, 'the redirect was followed');
    },
  },
  {
    id: '9-8',
    text: 'If the receiver responds with 429 or 5xx, or the network fails, the event is retried.',
    needs: eventNeeds,
    check: async (trial) => {
      await ensureRetried(trial, await connectMonitor(trial, 429));
      await ensureRetried(trial, await connectMonitor(trial, 502));
      await ensureRetried(trial, await connectMonitor(trial, (response) => response.destroy()));
    },
  },
  {
    id: '9-9',
    text: 'If the receiver responds with another 4xx, the delivery fails without a retry.',
    needs: eventNeeds,
    check: async (trial) => ensureNotRetried(trial, await connectMonitor(trial, 410)),
  },
  {
    id: '9-10',
    text: 'The client shows the URL of `plan_required` to the human.',
    surfaces: ['cli'],
    needs: ['unpaid key'],
    check: async (trial) => {
      const { body } = await trial.call(news.latest, {}, 'unpaid', 'http');
      const { stdout } = await trial.command(['news', 'latest'], 'unpaid');
      ensure(stdout.includes(textAt(body, 'url')), `it prints ${describe(stdout)}`);
    },
  },
  {
    id: '9-11',
    text: 'The client never buys a plan by itself.',
    surfaces: surfaceNames,
    needs: ['unpaid key'],
    check: async (trial) => {
      await trial.rejected(news.latest, {}, 'unpaid');
      await trial.rejected(news.latest, {}, 'unpaid');
      const overview = await trial.ok(account.overview, {}, 'unpaid');
      const status = valueAt(overview, 'plan.status');
      ensure(status !== 'active', 'the account has a plan now');
    },
  },
  {
    id: '9-12',
    text: 'Approving an assistant does not authorize a charge.',
    check: { shownBy: 'test/integration/server/surfaces/oauth/bad-requests.test.ts' },
  },
];
