import { operationList, operations } from '../../contract/operations.ts';
import { eventIn, firstEvent, runMonitor, watch } from '../alert-delivery.ts';
import { contains, describe, itemsOf, objectIn, textAt } from '../json.ts';
import type { Statement } from '../statement.ts';
import { surfaceNames } from '../surfaces/surface.ts';
import type { Trial } from '../trial.ts';
import { ensure, NotChecked } from '../violation.ts';

const { account, alerts, briefings, delivery, monitors, news, profile, usage } = operations;
const everySurface = surfaceNames;
const second = 1000;
const hour = 3_600_000;
const lapse = ['changes', 'receiver', 'test world'] as const;

/** docs/service.md §1 */
export const overview: readonly Statement[] = [
  {
    id: '1-1',
    text: 'A monitor watches companies, topics and public sources that a user describes.',
    needs: ['changes'],
    check: async (trial) => {
      for (const prompt of [
        'Tell me when the company Siemens announces results',
        'Tell me about interest rates of central banks',
        'Tell me about everything new at https://www.example.com/feed.xml',
      ]) {
        const { isError, body } = await trial.call(monitors.create, { prompt });
        ensure(!isError, `${JSON.stringify(prompt)}: ${describe(body)}`);
      }
    },
  },
  {
    id: '1-2',
    text: 'News search finds items that are in the index of the service.',
    surfaces: everySurface,
    check: async (trial) => {
      const [item] = itemsOf(await trial.ok(news.search, { query: await trial.topic() }));
      ensure(item !== undefined, 'a search for the title of an item finds nothing');
      const found = await trial.ok(news.get, { id: textAt(item, 'id') });
      ensure(contains(found, textAt(item, 'title')), 'the found item is not in the index');
    },
  },
  {
    id: '1-3',
    text: 'A search is not a live crawl: it requests nothing from other servers.',
    needs: ['receiver'],
    check: async (trial) => {
      const callback = await trial.callback(200);
      await trial.call(news.search, { query: `news at ${callback.url}` });
      ensure(callback.requests.length === 0, 'the search requested an address in its query');
    },
  },
  {
    id: '1-4',
    text: 'The user describes a watch in a prompt.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const prompt = `Tell me about ${await trial.topic()}`;
      const { id } = await trial.monitor({ prompt });
      const list = itemsOf(await trial.ok(monitors.list));
      const own = list.find((monitor) => contains(monitor, id));
      ensure(own !== undefined, 'the new monitor is not listed');
      ensure(contains(own, prompt), `the listed monitor has not its prompt: ${describe(own)}`);
    },
  },
  {
    id: '1-5',
    text: 'A recurring monitor runs on its schedule.',
    needs: ['changes', 'test world'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      await runMonitor(trial, { monitorId: id });
      const runs = itemsOf(await trial.ok(monitors.runs, { id }));
      ensure(runs.length > 0, 'no run is listed after an hour');
    },
  },
  {
    id: '1-6',
    text: 'A monitor runs on demand.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      textAt(await trial.ok(monitors.run, { id }), 'id');
    },
  },
  {
    id: '1-7',
    text: 'The qualifying results of a run are recorded as an alert.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const { runId } = await recordedRun(trial);
      const list = itemsOf(await trial.ok(alerts.list));
      ensure(
        list.some((alert) => contains(alert, runId)),
        'no alert names the run',
      );
    },
  },
  {
    id: '1-8',
    text: 'Alerts can be listed.',
    surfaces: everySurface,
    check: async (trial) => void itemsOf(await trial.ok(alerts.list)),
  },
  {
    id: '1-9',
    text: 'Qualifying results are sent as signed JSON events to a callback that the user supplies.',
    needs: ['changes', 'receiver'],
    check: async (trial) => {
      const { request, event } = await firstEvent(trial, await watch(trial));
      objectIn(event);
      ensure('x-service-signature' in request.headers, 'the event is not signed');
    },
  },
  {
    id: '1-10',
    text: 'The callback is a public HTTPS address.',
    needs: ['changes', 'public addresses only'],
    check: async (trial) => {
      for (const webhook_url of ['http://hooks.example.com/news', 'https://127.0.0.1/news']) {
        await trial.rejected(delivery.connect, { platform: 'webhook', webhook_url });
      }
    },
  },
  {
    id: '1-11',
    text: 'Briefings can be read.',
    surfaces: everySurface,
    check: async (trial) => void itemsOf(await trial.ok(briefings.list)),
  },
  {
    id: '1-12',
    text: 'Usage can be read.',
    surfaces: everySurface,
    check: async (trial) => void objectIn(await trial.ok(usage)),
  },
  {
    id: '1-13',
    text: 'The account overview can be read.',
    surfaces: everySurface,
    check: async (trial) => void objectIn(await trial.ok(account.overview)),
  },
  {
    id: '1.1-1',
    text: 'HTTP has an endpoint for every function.',
    check: async (trial) => {
      for (const { method, path, name } of documented) {
        const { status } = await trial.send(
          { method, path: path.replace(/\{\w+\}/g, 'none') },
          'anonymous',
        );
        ensure(status === 401 || status === 403, `${name} without a key: status ${status}`);
      }
    },
  },
  {
    id: '1.1-2',
    text: 'MCP has a tool for every function.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const names = new Set((await trial.tools()).map(({ name }) => name));
      const missing = documented.filter(({ name }) => !names.has(name)).map(({ name }) => name);
      ensure(missing.length === 0, `there are no tools ${missing.join(', ')}`);
    },
  },
  {
    id: '1.1-3',
    text: 'The command line has a command for every function.',
    surfaces: ['cli'],
    check: async (trial) => {
      for (const { name } of documented) {
        const words = name.replaceAll('_', '-').split('.');
        const { code } = await trial.command([...words, '--help']);
        ensure(code === 0, `newswatch ${words.join(' ')} --help exits with ${code}`);
      }
    },
  },
  {
    id: '1.1-4',
    text: 'The MCP server speaks JSON-RPC.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const { text } = await trial.send({
        method: 'POST',
        path: '/mcp',
        headers: { accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'no/such/method' }),
      });
      ensure(/"jsonrpc":\s*"2\.0"/.test(text), `not a JSON-RPC response: ${describe(text)}`);
    },
  },
  {
    id: '1.1-5',
    text: 'The command line prints JSON on stdout.',
    surfaces: ['cli'],
    check: async (trial) => {
      const { stdout } = await trial.command(['account', 'overview']);
      objectIn(JSON.parse(stdout));
    },
  },
  {
    id: '1.1-6',
    text: 'The command line prints help on stderr.',
    surfaces: ['cli'],
    check: async (trial) => {
      const { stdout, stderr } = await trial.command(['--help']);
      ensure(stdout === '' && /usage/i.test(stderr), `stdout: ${describe(stdout)}`);
    },
  },
  {
    id: '1.2-1',
    text: 'News requires a paid plan.',
    surfaces: everySurface,
    needs: ['unpaid key'],
    check: async (trial) => {
      await requiresPlan(trial, news.search, { query: 'rates' });
      await requiresPlan(trial, news.latest);
      await requiresPlan(trial, news.mine);
      await requiresPlan(trial, news.get, { id: 'none' });
    },
  },
  {
    id: '1.2-2',
    text: 'Monitoring requires a paid plan.',
    surfaces: everySurface,
    needs: ['unpaid key', 'changes'],
    check: async (trial) => {
      await requiresPlan(trial, monitors.list);
      await requiresPlan(trial, monitors.create, { prompt: 'rates' });
      await requiresPlan(trial, monitors.run, { id: 'none' });
      await requiresPlan(trial, alerts.list);
    },
  },
  {
    id: '1.2-3',
    text: 'The account overview works before payment.',
    surfaces: everySurface,
    needs: ['unpaid key'],
    check: async (trial) => void objectIn(await trial.ok(account.overview, {}, 'unpaid')),
  },
  {
    id: '1.2-4',
    text: 'Usage works before payment.',
    surfaces: everySurface,
    needs: ['unpaid key'],
    check: async (trial) => void objectIn(await trial.ok(usage, {}, 'unpaid')),
  },
  {
    id: '1.2-5',
    text: 'The plan is checked where work is done: without one, monitors do not run.',
    needs: lapse,
    check: async (trial) => {
      const { monitorId, runs } = await lapsedWatch(trial);
      await trial.world.advance(3 * hour);
      await trial.world.setPlan('active');
      const later = itemsOf(await trial.ok(monitors.runs, { id: monitorId }, 'own'));
      ensure(later.length === runs.length, `${runs.length} runs became ${later.length}`);
    },
  },
  {
    id: '1.2-6',
    text: 'Without a plan no event is sent: queued deliveries stop.',
    needs: lapse,
    check: async (trial) => {
      const { callback } = await lapsedWatch(trial);
      const { length } = callback.requests;
      await trial.world.advance(3 * hour);
      await trial.world.setPlan('active');
      await trial.world.advance(second);
      const ids = callback.requests.slice(length).map((request) => eventIn(request)['id']);
      const queued = callback.requests.slice(0, length).map((request) => eventIn(request)['id']);
      ensure(!ids.some((id) => queued.includes(id)), 'the queued delivery was sent');
    },
  },
  {
    id: '1.2-7',
    text: 'Alerts of an account whose plan ended can be listed when it pays again.',
    surfaces: everySurface,
    needs: lapse,
    check: async (trial) => {
      const { monitorId } = await lapsedWatch(trial);
      await trial.rejected(alerts.list, {}, 'own');
      await trial.world.setPlan('active');
      const list = await trial.ok(alerts.list, { limit: 100 }, 'own');
      ensure(contains(list, monitorId), 'the alert is not listed');
    },
  },
  {
    id: '1.2-8',
    text: 'What only takes away or switches off works without a plan.',
    surfaces: everySurface,
    needs: lapse,
    check: async (trial) => {
      const { monitorId: id, channelId: channel_id } = await lapsedWatch(trial);
      await trial.ok(delivery.set, { channel_id, status: 'disabled' }, 'own');
      await trial.ok(delivery.disconnect, { channel_id }, 'own');
      await trial.ok(monitors.pause, { id }, 'own');
      await trial.ok(monitors.pause_all, {}, 'own');
      await trial.ok(monitors.delete, { id }, 'own');
      await trial.world.setPlan('active');
    },
  },
  {
    id: '1.3-1',
    text: 'A helper acts as the user: every surface shows the same account.',
    surfaces: everySurface,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.monitor();
      for (const surface of everySurface) {
        if (surface === 'cli' && !trial.hasCommand) continue;
        const { body } = await trial.call(monitors.list, {}, 'paid', surface);
        ensure(contains(body, id), `the monitor made over ${trial.surface} is not on ${surface}`);
      }
    },
  },
  ...(
    [
      ['1.3-2', 'change billing', /bill|payment|purchase|subscri|checkout|(^|[._])plan/],
      ['1.3-3', 'invite a team', /invit|team/],
      ['1.3-4', 'run predictions', /predict|forecast/],
      ['1.3-5', 'delete the user', /(account|user|profile)[._](delete|remove|close)/],
    ] as const
  ).map(
    ([id, what, pattern]): Statement => ({
      id,
      text: `A helper cannot ${what}.`,
      surfaces: ['mcp', 'cli'],
      check: async (trial) => {
        const found =
          trial.surface === 'mcp'
            ? (await trial.tools()).map(({ name }) => name)
            : commandsIn((await trial.command(['--help'])).stderr);
        const offending = found.filter((name) => pattern.test(name));
        ensure(offending.length === 0, `there is ${offending.join(', ')}`);
      },
    }),
  ),
  {
    id: '1.3-6',
    text: 'Authorizing access does not wake an assistant or start a model turn.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const { text } = await trial.send({
        method: 'POST',
        path: '/mcp',
        headers: { accept: 'application/json, text/event-stream' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
      });
      ensure(!/sampling\/|elicitation\//.test(text), 'the service sends requests to the assistant');
    },
  },
  {
    id: '1.3-7',
    text: 'The host that receives a webhook exposes the callback and decides what to execute.',
    check: { shownBy: 'test/integration/examples/receivers.test.ts' },
  },
  ...(
    [
      ['1.3-8', 'creates anything', [monitors.create, delivery.connect]],
      ['1.3-9', 'deletes anything', [monitors.delete, delivery.disconnect]],
      ['1.3-10', 'pauses all monitors', [monitors.pause_all]],
      ['1.3-11', 'changes delivery', [delivery.set]],
      ['1.3-12', 'updates the profile', [profile.update]],
    ] as const
  ).map(
    ([id, what, all]): Statement => ({
      id,
      text: `An assistant asks the human before it ${what}: the tools say that they write.`,
      surfaces: ['mcp'],
      check: async (trial) => {
        const names = new Set<string>(all.map(({ name }) => name));
        const tools = (await trial.tools()).filter(({ name }) => names.has(name));
        if (tools.length === 0) throw new NotChecked(`there is no tool ${[...names].join(', ')}`);
        const silent = tools.filter(({ annotations }) => annotations?.readOnlyHint !== false);
        ensure(silent.length === 0, `${silent.map(({ name }) => name)} has no readOnlyHint: false`);
      },
    }),
  ),
  {
    id: '1.3-13',
    text: 'An assistant never buys a plan: no tool does.',
    surfaces: ['mcp'],
    check: async (trial) => {
      const names = (await trial.tools()).map(({ name }) => name);
      const buying = names.filter((name) => /buy|purchase|checkout|pay/.test(name));
      ensure(buying.length === 0, `there is ${buying.join(', ')}`);
    },
  },
  {
    id: '1.3-14',
    text: 'Predictive research is a separate product and sends no webhook events.',
    needs: ['changes', 'receiver'],
    check: (trial) => sendsOnlyAlerts(trial),
  },
  {
    id: '1.3-15',
    text: 'Briefings are a separate product and send no webhook events.',
    needs: lapse,
    check: async (trial) => {
      const { id } = await trial.monitor();
      const callback = await trial.callback();
      await trial.connect(callback.url);
      await trial.ok(monitors.pause, { id });
      await trial.world.advance(25 * hour);
      const briefing = itemsOf(await trial.ok(briefings.list))[0];
      ensure(briefing !== undefined, 'no briefing was made in a day');
      const types = callback.requests.map((request) => eventIn(request)['type']);
      ensure(types.length === 0, `${types} was sent`);
    },
  },
];

const documented = operationList.filter(({ documented }) => documented);

/** Calls an operation without a plan. @throws {Violation} if the error is not `plan_required` */
async function requiresPlan(trial: Trial, operation: (typeof operationList)[number], input = {}) {
  const body = await trial.rejected(operation, input, 'unpaid');
  const error = textAt(body, 'error');
  ensure(error === 'plan_required', `${operation.name} without a plan: ${error}`);
}

/** @throws {Violation} if a watch causes an event of another type than `news.alert` */
async function sendsOnlyAlerts(trial: Trial): Promise<void> {
  const { event } = await firstEvent(trial, await watch(trial));
  ensure(event['type'] === 'news.alert', `its type is ${describe(event['type'])}`);
}

/** A watch of the account `own` with a queued delivery, whose plan has ended. */
async function lapsedWatch(trial: Trial) {
  await trial.world.setPlan('active');
  const callback = await trial.callback(500);
  const { id: monitorId } = await trial.monitor({}, 'own');
  const { id: channelId } = await trial.connect(callback.url, { monitor_id: monitorId }, 'own');
  await runMonitor(trial, { monitorId });
  await callback.wait(1, 20 * second);
  const runs = itemsOf(await trial.ok(monitors.runs, { id: monitorId }, 'own'));
  await trial.world.setPlan('none');
  return { monitorId, channelId, callback, runs };
}

/** Creates a monitor with results and runs it on demand. */
async function recordedRun(trial: Trial): Promise<{ runId: string }> {
  const { id } = await trial.monitor();
  return { runId: textAt(await trial.ok(monitors.run, { id }), 'id') };
}

/** The names in the list of commands of a help text. */
function commandsIn(help: string): string[] {
  const [, list = ''] = help.split(/^commands:$/im);
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name = '']) => name);
}
