import fc from 'fast-check';
import { it } from 'vitest';
import { rawServer } from '../../helpers/mock-server.ts';
import { envFor, paidKey } from '../../helpers/server.ts';
import { anyText } from './command-lines.ts';
import { expectContract } from './outcome.ts';
import { runInProcess } from './run-in-process.ts';
import { checkProperty, timeLimit } from './runs.ts';
import { createWorkingFolder } from './working-folder.ts';

const commands = [
  ['usage'],
  ['usage', '--strict'],
  ['account', 'overview', '--compact', '--output', 'response.json'],
  ['news', 'latest', '--format=jsonl', '-v'],
  ['news', 'search', 'otters', '--exit-status'],
  ['news', 'search', '--batch', 'queries.txt'],
  ['monitors', 'create', '--prompt', 'otters'],
  ['alerts', 'list', '--follow', '--interval', '0.1'],
  ['alerts', 'list', '--follow', '--bookmark', 'desk'],
  [
    'delivery',
    'connect',
    '--platform',
    'webhook',
    '--webhook-url',
    'https://a.example',
    '--name',
    'x',
  ],
  ['api', 'GET', '/api/v1/news/latest', '--compact'],
  ['api', 'DELETE', '/api/v1/monitors/1'],
  ['auth', 'status'],
  ['doctor'],
  ['mcp', 'tools'],
  ['mcp', 'call', 'news.search', 'query=otters'],
];

/** A key that the server echoes: plain, in JSON and in a URL. */
const echoes = [paidKey, JSON.stringify(paidKey), encodeURIComponent(paidKey)];

const names = fc.constantFrom(
  ...[
    'items',
    'alerts',
    'monitors',
    'id',
    'created_at',
    'error',
    'message',
    'url',
    'signing_secret',
  ],
  ...['jsonrpc', 'result', 'tools', 'account', 'plan', '__proto__', paidKey],
);
const values = fc.oneof(
  fc.constantFrom('2026-11-20T12:00:00Z', 'plan_required', paidKey, '2.0', '\u009b\u202e', 1, null),
  fc.jsonValue(),
);
const familiar = fc.dictionary(
  names,
  fc.oneof(values, fc.array(fc.dictionary(names, values), { maxLength: 3 })),
);
const document = fc.oneof(
  fc.json(),
  familiar.map((value) => JSON.stringify(value)),
  familiar.map((value) => JSON.stringify(value, null, 2).slice(0, -1)),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => '['.repeat(depth) + ']'.repeat(depth)),
  fc.integer({ min: 1, max: 20_000 }).map((depth) => `{"items":${'[{"a":'.repeat(depth)}`),
  fc.integer({ min: 1, max: 400 }).map((digits) => `{"items":[${'9'.repeat(digits)}e9999]}`),
  fc.constantFrom('', '{}{}', '\ufeff{}', '<!doctype html>', 'data: {}\n\n', '-0', ...echoes),
  anyText,
);
const body = fc.oneof(
  { weight: 6, arbitrary: document.map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array().map((bytes) => Buffer.from(bytes)) },
);

const headers = fc.dictionary(
  fc.constantFrom(
    ...['content-type', 'content-length', 'transfer-encoding', 'content-encoding', 'retry-after'],
    ...['location', 'date', 'connection', 'x-request-id', 'mcp-session-id', 'www-authenticate'],
  ),
  fc.oneof(
    fc.constantFrom(
      'application/json',
      'text/html',
      'text/event-stream',
      'chunked',
      'gzip',
      'close',
    ),
    fc.constantFrom('0', '1', '-1', '99999999999', 'Wed, 21 Oct 2015 07:28:00 GMT', '/', 'upgrade'),
    fc.constantFrom(...echoes),
    fc.stringMatching(/^[\x20-\x7e\x80-\xff]{0,20}$/),
  ),
  { maxKeys: 4 },
);

interface RawResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Bytes that are sent before the connection is reset (default: all). */
  sent: number;
}

const rawResponse: fc.Arbitrary<RawResponse> = fc.record({
  status: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(200, 201, 204, 400, 401, 402, 404, 429, 500, 503) },
    { weight: 1, arbitrary: fc.integer({ min: 100, max: 999 }) },
  ),
  headers,
  body,
  sent: fc.oneof(
    { weight: 5, arbitrary: fc.constant(Number.POSITIVE_INFINITY) },
    { weight: 1, arbitrary: fc.nat(300) },
  ),
});

function bytesOf({ status, headers: given, body: content, sent }: RawResponse): Buffer {
  const length = 'transfer-encoding' in given ? {} : { 'content-length': String(content.length) };
  const lines = Object.entries({ ...length, ...given }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const head = Buffer.from(`HTTP/1.1 ${status} \r\n${lines.join('')}\r\n`, 'latin1');
  const all = Buffer.concat([head, content]);
  return all.subarray(0, Math.min(all.length, sent));
}

it(
  'the contract holds for any response',
  async () => {
    const { env } = createWorkingFolder();
    let responses: readonly RawResponse[] = [];
    let requests = 0;
    const server = await rawServer((socket) => {
      socket.on('data', () => {
        const given = responses[requests++ % responses.length];
        if (given) socket.end(bytesOf(given));
      });
    });
    const given = { ...env, ...envFor(server), SERVICE_TIMEOUT: '0.15' };
    await checkProperty(
      120,
      fc.asyncProperty(
        fc.constantFrom(...commands),
        fc.array(rawResponse, { minLength: 1, maxLength: 3 }),
        async (args, some) => {
          responses = some;
          requests = 0;
          expectContract(args, await runInProcess(args, { env: given, sigtermAfter: 200 }), [
            paidKey,
          ]);
        },
      ),
    );
  },
  timeLimit,
);
