import fc from 'fast-check';
import type { RunningServer } from 'newswatch/server';
import { describe, expect, it } from 'vitest';
import { operationExample } from '../../../src/contract/examples/operation-examples.ts';
import {
  alertExample,
  channelExample,
  monitorExample,
  newsItemExample,
  runExample,
} from '../../../src/contract/examples/resource-examples.ts';
import type { Operation } from '../../../src/contract/operation.ts';
import { operationList } from '../../../src/contract/operations.ts';
import { declaredStatuses, expectDeclared } from '../../helpers/openapi.ts';
import { rawConnection, readResponse } from '../../helpers/raw-request.ts';
import { testServer } from '../../helpers/server.ts';
import { webhookReceiver } from '../../helpers/webhook-receiver.ts';

const keys = { owner: 'nw_owner_key', member: 'nw_member_key', broke: 'nw_broke_key' };

/** A world in which every operation can run and be refused, with the ids of the examples. */
async function startWorld(options: object = {}): Promise<RunningServer> {
  const receiver = await webhookReceiver();
  const connection = { webhook_url: receiver.url };
  return testServer({
    sample: false,
    allowPrivateWebhooks: true,
    fixture: {
      accounts: [
        { id: 'owner', keys: [keys.owner] },
        { id: 'member', keys: [keys.member] },
        { id: 'broke', plan: 'none', keys: [keys.broke] },
      ],
      teams: [
        { id: 'desk', members: [{ account: 'owner', webhooks: true }, { account: 'member' }] },
        { id: 'poor', members: [{ account: 'broke', webhooks: true }, { account: 'owner' }] },
      ],
      monitors: [
        { id: monitorExample.id, account: 'owner', prompt: 'cocoa quotas' },
        { id: 'mon_team', account: 'owner', team: 'desk', prompt: 'tin prices' },
        { id: 'mon_poor', account: 'broke', team: 'poor', prompt: 'zinc prices' },
      ],
      runs: [
        {
          id: runExample.id,
          monitor: monitorExample.id,
          started_at: '-2h',
          results: [newsItemExample.id],
          filtered: { exclude_words: 1 },
        },
      ],
      alerts: [{ id: alertExample.id, run: runExample.id }],
      connections: [
        { id: channelExample.id, account: 'owner', ...connection },
        { id: 'chan_other', account: 'owner', monitor: 'mon_team', ...connection },
        { id: 'chan_member', account: 'member', ...connection },
      ],
      deliveries: [
        {
          id: 'evt_1',
          connection: channelExample.id,
          alert: alertExample.id,
          status: 'exhausted',
          last_error: 'timeout',
        },
      ],
      briefings: [
        {
          id: 'brief_1',
          account: 'owner',
          title: 'Monday',
          summary: 'Cocoa rose.',
          alerts: [alertExample.id],
          created_at: '-1h',
          period: { from: '-1d', to: '-2h' },
        },
      ],
      news: [{ ...newsItemExample, body: 'The regulator said so.' }],
    },
    ...options,
  });
}

interface Call {
  key?: string | undefined;
  input?: object;
  /** Default: the input as JSON. */
  body?: string;
  headers?: Record<string, string>;
}

/** A value as part of a URL. `String()` fails for an object with a property `toString`. */
const textOf = (value: unknown) => (typeof value === 'string' ? value : `${JSON.stringify(value)}`);

/** Calls an operation over HTTP, by default with the input of its example. */
function call(server: RunningServer, operation: Operation, options: Call = {}): Promise<Response> {
  const { key = keys.owner, input = operationExample(operation).input, headers } = options;
  const fields = new Map<string, unknown>(Object.entries(input));
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = textOf(fields.get(name));
    fields.delete(name);
    return encodeURIComponent(value);
  });
  const url = new URL(path, server.baseUrl);
  const isRead = operation.method === 'GET';
  if (isRead) for (const [name, value] of fields) url.searchParams.set(name, textOf(value));
  const body = options.body ?? JSON.stringify(Object.fromEntries(fields));
  const hasBody = !isRead && (options.body !== undefined || fields.size > 0);
  return fetch(url, {
    method: operation.method,
    headers: {
      ...(key === '' ? {} : { authorization: `Bearer ${key}` }),
      ...(hasBody ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(hasBody ? { body } : {}),
  });
}

/** Sends the head of a request that `fetch` refuses to send, with a body in chunks. */
async function callRaw(server: RunningServer, { method, path }: Operation, rest: string) {
  const { host } = new URL(server.baseUrl);
  const socket = await rawConnection(server);
  socket.write(
    `${method} ${path.replace(/\{\w+\}/, 'x')} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${keys.owner}\r\n${rest}`,
  );
  const { status, headers, body } = await readResponse(socket);
  return new Response(body, { status, headers });
}

type Request = (server: RunningServer, operation: Operation) => Promise<Response>;

const withInput =
  (change: (input: object) => object, key = keys.owner): Request =>
  (server, operation) =>
    call(server, operation, { key, input: change(operationExample(operation).input) });

const onTeamMonitor: Request = (server, operation) =>
  call(server, operation, {
    key: keys.member,
    input: {
      ...operationExample(operation).input,
      ...(operation.path.includes('{id}') ? { id: 'mon_team' } : { monitor_id: 'mon_team' }),
      ...(operation.name === 'delivery.set' ? { channel_id: 'chan_member' } : {}),
    },
  });

const conflicts: Readonly<Record<string, Request>> = {
  'monitors.run': withInput(() => ({ id: 'mon_poor' })),
  'delivery.connect': (server, operation) =>
    call(server, operation).then(() => call(server, operation)),
  'delivery.set': withInput(() => ({ channel_id: 'chan_other', all_monitors: true })),
  'delivery.rotate_secret': async (server, operation) => {
    await call(server, operation);
    return call(server, operation);
  },
};

const requests: Readonly<Record<number, Request>> = {
  200: (server, operation) => call(server, operation),
  400: withInput((input) => ({ ...input, unknown_field: 'x' })),
  401: (server, operation) => call(server, operation, { key: 'nw_wrong' }),
  402: withInput(
    // A paused connection is free.
    (input) => ('status' in input ? { ...input, status: 'active' } : input),
    keys.broke,
  ),
  403: onTeamMonitor,
  404: (server, operation) => {
    const ids = ['id', 'channel_id', 'monitor_id', 'team_id'];
    const [name = 'id'] = ids.filter((id) => id in operation.input.def.shape);
    return call(server, operation, {
      input: { ...operationExample(operation).input, [name]: 'none' },
    });
  },
  409: (server, operation) =>
    conflicts[operation.name]?.(server, operation) ?? call(server, operation),
  413: (server, operation) =>
    operation.method === 'GET'
      ? callRaw(
          server,
          operation,
          `Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(20_000)}\r\na\r\n0\r\n\r\n`,
        )
      : call(server, operation, { body: `"${'x'.repeat(1024 * 1024)}"` }),
  415: (server, operation) =>
    call(server, operation, { body: 'x', headers: { 'content-type': 'text/plain' } }),
  431: (server, operation) => callRaw(server, operation, `X-Long: ${'x'.repeat(20_000)}\r\n\r\n`),
};

/** Statuses that a healthy server cannot be driven into by one request. */
const faulted = [429, 500, 503];

describe.each(operationList)('the operation $name', (operation) => {
  const statuses = declaredStatuses(operation);
  // test/ordeals/request-timeouts.test.ts waits for it.
  const driven = statuses.filter((status) => status !== 408);

  it.each(driven)('responds with %i as declared', async (status) => {
    const faults = faulted.includes(status) ? [{ operation: operation.name, status }] : [];
    const server = await startWorld({ faults });
    const request = requests[status] ?? requests[200];
    const response = await request?.(server, operation);
    expect(response?.status, await response?.clone().text()).toBe(status);
    if (response) await expectDeclared(operation, response);
  });
});

describe('any request for an operation', () => {
  it('gets a declared response', { timeout: 120_000 }, async () => {
    const server = await startWorld();
    const id = fc.constantFrom(
      ...[monitorExample.id, 'mon_team', 'mon_poor', channelExample.id, 'chan_member', 'none', '.'],
    );
    const value = fc.oneof(id, fc.jsonValue({ maxDepth: 2 }), fc.string({ unit: 'grapheme' }));
    const anyCall = fc.record({
      operation: fc.constantFrom(...operationList),
      key: fc.constantFrom(keys.owner, keys.owner, keys.member, keys.broke, ''),
      changes: fc.array(fc.tuple(fc.nat(20), value), { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(anyCall, async ({ operation, key, changes }) => {
        const fields = [...Object.keys(operation.input.def.shape), 'unknown'];
        const changed = changes.map(([index, to]) => [fields[index % fields.length], to]);
        const input = { ...operationExample(operation).input, ...Object.fromEntries(changed) };
        // These name other paths.
        fc.pre(!('id' in input && /^\.{0,2}$/.test(textOf(input.id))));
        await expectDeclared(operation, await call(server, operation, { key, input }));
      }),
      { numRuns: 600 },
    );
  });
});
