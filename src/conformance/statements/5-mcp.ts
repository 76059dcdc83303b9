import type { Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { contains, describe, itemsOf, listAt, valueAt } from '../json.ts';
import type { CheckedStatement } from '../statement.ts';
import { rpcRequest } from '../surfaces/mcp.ts';
import type { SurfaceName } from '../surfaces/surface.ts';
import { exampleUrl, type Trial } from '../trial.ts';
import { ensure } from '../violation.ts';

const { account, alerts, delivery, news } = operations;
const overMcp: readonly SurfaceName[] = ['mcp'];

/** docs/service.md §5 */
export const mcp: readonly CheckedStatement[] = [
  {
    id: '5-1',
    text: 'POST /mcp takes JSON-RPC with an API key as Bearer token.',
    surfaces: overMcp,
    check: async (trial) => {
      ensure((await trial.tools()).length > 0, 'there are no tools');
      const { status } = await trial.send(rpcRequest('tools/list'), 'anonymous');
      ensure(status === 401, `without a key: status ${status}`);
    },
  },
  {
    id: '5-2',
    text: 'POST /mcp takes an OAuth access token as Bearer token.',
    surfaces: overMcp,
    check: { shownBy: 'test/integration/server/surfaces/oauth/flow.test.ts' },
  },
  {
    id: '5-3',
    text: 'The recommended order works: `tools/list`, `account.overview`, `news.search`.',
    surfaces: overMcp,
    check: async (trial) => {
      await trial.tools();
      await trial.ok(account.overview);
      await trial.ok(news.search, { query: 'interest rates' });
    },
  },
  tool('5-4', account.overview, []),
  tool('5-5', news.search, ['query', 'hours_ago', 'limit']),
  tool('5-6', delivery.connect, ['platform', 'webhook_url', 'monitor_id', 'name']),
  tool('5-7', delivery.get, []),
  tool('5-8', delivery.set, []),
  tool('5-9', alerts.list, ['limit', 'since']),
  {
    id: '5-10',
    text: '`delivery.connect` has the same result as the HTTP endpoint.',
    surfaces: overMcp,
    needs: ['changes'],
    check: async (trial) => {
      const { id, body } = await trial.connect(exampleUrl(), { name: 'over MCP' });
      ensure(typeof valueAt(body, 'signing_secret') === 'string', describe(body));
      const { body: read } = await trial.call(delivery.get, {}, 'paid', 'http');
      ensure(contains(read, id), 'HTTP does not show the connection');
    },
  },
  {
    id: '5-11',
    text: '`delivery.get` equals the HTTP delivery read.',
    surfaces: overMcp,
    check: (trial) => equalsHttp(trial, delivery.get),
  },
  {
    id: '5-12',
    text: '`delivery.set` can disable a connection.',
    surfaces: overMcp,
    needs: ['changes'],
    check: async (trial) => {
      const { id } = await trial.connect();
      const before = await trial.ok(delivery.get);
      await trial.ok(delivery.set, { channel_id: id, status: 'disabled' });
      const [was, is] = [before, await trial.ok(delivery.get)].map((body) =>
        JSON.stringify(itemsOf(body).find((each) => contains(each, id))),
      );
      ensure(is !== was && is !== undefined, `the connection is still ${is}`);
    },
  },
  {
    id: '5-13',
    text: '`alerts.list` equals the HTTP alerts list.',
    surfaces: overMcp,
    check: (trial) => equalsHttp(trial, alerts.list, { limit: 5 }),
  },
  {
    id: '5-14',
    text: 'An error of the service is a tool result with `isError: true` and the HTTP error body.',
    surfaces: overMcp,
    check: async (trial) => {
      const input = { id: 'no-such-item' };
      const overMcpBody = await trial.rejected(news.get, input);
      const { body } = await trial.call(news.get, input, 'paid', 'http');
      const [one, other] = [overMcpBody, body].map((each) => valueAt(each, 'error'));
      ensure(one === other, `${describe(one)} over MCP, ${describe(other)} over HTTP`);
    },
  },
];

/** A named tool and the arguments that it must take. */
function tool(id: string, { name }: Operation, fields: readonly string[]): CheckedStatement {
  const takes =
    fields.length === 0 ? '' : ` takes ${fields.map((each) => `\`${each}\``).join(', ')}`;
  return {
    id,
    text: `The tool \`${name}\`${takes || ' exists'}.`,
    surfaces: overMcp,
    check: async (trial) => {
      const found = (await trial.tools()).find((each) => each.name === name);
      ensure(found !== undefined, 'there is no such tool');
      const properties = found.inputSchema.properties ?? {};
      const missing = fields.filter((field) => !(field in properties));
      ensure(missing.length === 0, `it has no argument ${missing.join(', ')}`);
    },
  };
}

async function equalsHttp(trial: Trial, operation: Operation, input = {}): Promise<void> {
  const body = await trial.ok(operation, input);
  const { body: overHttp } = await trial.call(operation, input, 'paid', 'http');
  ensure(
    JSON.stringify(body) === JSON.stringify(overHttp),
    `${describe(body)} over MCP, ${describe(overHttp)} over HTTP`,
  );
  if (operation === delivery.get) listAt(body, 'webhook_deliveries');
}
