import fc from 'fast-check';
import { createClient } from 'newswatch';
import { describe, expect, it } from 'vitest';
import { toToolInput } from '../../../src/contract/as-tool.ts';
import { fieldsOf } from '../../../src/contract/field.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { operationList } from '../../../src/contract/operations.ts';
import type {
  Alert,
  Channel,
  Monitor,
  NewsItem,
  Profile,
  Run,
  WebhookDelivery,
} from '../../../src/generated/data.ts';
import { closing } from '../../helpers/closing.ts';
import { byKey, connectCurrent } from '../../helpers/mcp-clients.ts';
import { testServer } from '../../helpers/server.ts';
import { webhookReceiver } from '../../helpers/webhook-receiver.ts';
import { everyState, worldKey } from '../../helpers/world.ts';

type Printed = Readonly<Record<string, unknown>>;
type Page = { next_cursor?: string | null | undefined };

/** What responses have printed, by kind of resource. */
interface Answers {
  monitors: Monitor[];
  runs: Run[];
  alerts: Alert[];
  channels: Channel[];
  deliveries: WebhookDelivery[];
  items: NewsItem[];
  profile: Profile;
  pages: Map<string, Page>;
}

/**
 * What each operation takes of the responses: objects with the names of its input fields. Operations
 * without input fields are not listed.
 */
const inputs: Record<string, (answers: Answers) => object[]> = {
  'news.search': ({ monitors, items }) => [
    ...monitors.map(({ prompt }) => ({ query: prompt })),
    ...items.map(({ title }) => ({ query: title, limit: null, hours_ago: null })),
  ],
  'news.latest': ({ pages }) => cursors(pages, 'news.latest'),
  'news.mine': ({ pages }) => cursors(pages, 'news.mine'),
  'news.get': ({ items }) => items,
  'monitors.create': ({ monitors }) => monitors,
  'monitors.get': ({ monitors, runs, alerts }) => [
    ...monitors,
    ...[...runs, ...alerts].map(({ monitor_id }) => ({ id: monitor_id })),
  ],
  'monitors.edit': ({ monitors }) => monitors,
  'monitors.run': ({ monitors }) => monitors,
  'monitors.runs': ({ monitors, pages }) => [
    ...monitors,
    ...cursors(pages, 'monitors.runs').map((page) => ({ ...page, id: 'mon_hourly' })),
  ],
  'monitors.pause': ({ monitors }) => monitors,
  'monitors.resume': ({ monitors }) => monitors,
  'monitors.delete': ({ alerts }) => alerts.map(({ monitor_id }) => ({ id: monitor_id })),
  'alerts.list': ({ alerts, runs, monitors, pages }) => [
    ...alerts.map(({ created_at }) => ({ since: created_at, until: created_at })),
    ...runs.map(({ started_at, finished_at }) => ({ since: started_at, until: finished_at })),
    ...monitors.map(({ last_run_at, next_run_at }) => ({ since: last_run_at, until: next_run_at })),
    ...cursors(pages, 'alerts.list'),
  ],
  'delivery.get': ({ deliveries, pages }) => [
    ...deliveries.map(({ status, channel_id }) => ({ status, channel_id })),
    ...cursors(pages, 'delivery.get'),
  ],
  'delivery.connect': ({ channels }) => channels,
  // Only the service sets the status `ended`.
  'delivery.set': ({ channels }) =>
    channels.map(({ id, status, ...channel }) => ({
      ...channel,
      channel_id: id,
      ...(status === 'ended' ? {} : { status }),
    })),
  'delivery.rotate_secret': ({ channels }) => channels.map(({ id }) => ({ channel_id: id })),
  'delivery.test': ({ deliveries }) => deliveries,
  'delivery.disconnect': ({ deliveries }) => deliveries,
  'briefings.list': ({ pages }) => cursors(pages, 'briefings.list'),
  'profile.update': ({ profile }) => [profile],
};

function cursors(pages: Answers['pages'], operation: string): Printed[] {
  const cursor = pages.get(operation)?.next_cursor;
  return [
    { cursor, limit: 1 },
    { cursor: null, limit: null },
  ];
}

async function startWorld() {
  const receiver = await webhookReceiver(204);
  return testServer({
    fixture: everyState(receiver.url),
    allowPrivateWebhooks: true,
    agent: ['sh', '-c', 'cat > /dev/null; echo \'{"results":[]}\''],
  });
}

async function readAnswers(baseUrl: string): Promise<Answers> {
  const client = closing(createClient({ baseUrl, apiKey: worldKey }));
  const { channels, webhook_deliveries } = await client.delivery.get();
  const { runs } = await client.monitors.runs({ id: 'mon_hourly' });
  const pages = new Map<string, Page>([
    ['news.latest', await client.news.latest({ limit: 1 })],
    ['news.mine', await client.news.mine({ limit: 1 })],
    ['monitors.runs', await client.monitors.runs({ id: 'mon_hourly', limit: 1 })],
    ['alerts.list', await client.alerts.list({ limit: 1 })],
    ['delivery.get', await client.delivery.get({ limit: 1 })],
    ['briefings.list', await client.briefings.list({ limit: 1 })],
  ]);
  return {
    monitors: (await client.monitors.list()).monitors,
    runs,
    alerts: (await client.alerts.list()).alerts,
    channels,
    deliveries: webhook_deliveries,
    items: (await client.news.latest()).items,
    profile: await client.profile.get(),
    pages,
  };
}

/** The fields of a printed object that the operation takes: all required ones and a random choice. */
function taken(operation: Operation, printed: Printed, chosen: readonly string[]): Printed {
  const fields = fieldsOf(operation).filter(
    ({ name, required }) => name in printed && (required || chosen.includes(name)),
  );
  return Object.fromEntries(fields.map(({ name }) => [name, printed[name]]));
}

/** Sends the values as they are, without the client's validation. */
async function sendOverHttp(baseUrl: string, operation: Operation, input: Printed) {
  const { method, path } = operation;
  const rest = new Map(Object.entries(input));
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = String(rest.get(name));
      rest.delete(name);
      return encodeURIComponent(value);
    }),
    baseUrl,
  );
  const headers = { authorization: `Bearer ${worldKey}`, 'content-type': 'application/json' };
  if (method === 'GET') {
    // A query string has no null: the parameter is left out.
    for (const [name, value] of rest) if (value !== null) url.searchParams.set(name, String(value));
    return (await fetch(url, { headers })).json();
  }
  const body = JSON.stringify(Object.fromEntries(rest));
  return (await fetch(url, { method, headers, body })).json();
}

describe('what a response prints', () => {
  it('is taken by every operation that has input', () => {
    const withInput = operationList.filter((operation) => fieldsOf(operation).length > 0);
    expect(Object.keys(inputs).sort()).toEqual(withInput.map(({ name }) => name).sort());
  });

  it.each(['HTTP', 'MCP'])('can be sent back over %s', async (surface) => {
    const { baseUrl } = await startWorld();
    const answers = await readAnswers(baseUrl);
    const mcp = await connectCurrent(byKey({ baseUrl }, worldKey));
    const send = async (operation: Operation, input: Printed): Promise<unknown> => {
      if (surface === 'HTTP') return sendOverHttp(baseUrl, operation, input);
      const result = await mcp.callTool({
        name: operation.name,
        arguments: toToolInput(operation, input),
      });
      return result.structuredContent ?? JSON.parse(JSON.stringify(result.content));
    };
    const operations = new Map(operationList.map((operation) => [operation.name, operation]));
    const cases = operationList.flatMap(({ name }) =>
      (inputs[name]?.(answers) ?? []).map((printed) => ({
        name,
        printed: { ...printed } as Printed,
      })),
    );
    const property = fc.asyncProperty(
      fc.constantFrom(...cases),
      fc.infiniteStream(fc.boolean()),
      async ({ name, printed }, flips) => {
        const operation = operations.get(name);
        if (!operation) throw new Error(`there is no operation ${name}`);
        const chosen = Object.keys(printed).filter(() => flips.next().value);
        const input = taken(operation, printed, chosen);
        expect(JSON.stringify(await send(operation, input))).not.toContain('invalid_request');
      },
    );
    const examples = cases.map((each): [typeof each, fc.Stream<boolean>] => [
      each,
      fc.stream(endless(true)),
    ]);
    await fc.assert(property, { numRuns: examples.length + 100, examples });
  });
});

function* endless<Value>(value: Value): Generator<Value> {
  for (;;) yield value;
}
