import { setTimeout as pause } from 'node:timers/promises';
import { load, wireRequest } from '../harness/http-load.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { atLeast } from '../harness/target.js';

/** Milliseconds: V8 may return memory after half a minute without work. */
const idleTime = 40_000;

const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const authorization = `Bearer ${apiKey}`;

function get(path) {
  return wireRequest({ method: 'GET', path, headers: { authorization } });
}

function post(method, params, revision) {
  const isCurrent = revision === '2026-07-28';
  const sent = isCurrent ? { ...params, _meta: envelope } : params;
  return wireRequest({
    method: 'POST',
    path: '/mcp',
    headers: {
      authorization,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
      ...(isCurrent ? { 'mcp-method': method } : {}),
      ...(isCurrent && params.name ? { 'mcp-name': params.name } : {}),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: sent }),
  });
}

const overview = { name: 'account.overview', arguments: {} };

const kinds = {
  http: { what: '`account overview` over HTTP', request: get('/api/v1/account/overview') },
  openapi: { what: '`openapi.json` over HTTP', request: get('/api/v1/openapi.json') },
  call: {
    what: '`account.overview` over MCP 2026-07-28',
    request: post('tools/call', overview, '2026-07-28'),
  },
  callBefore: {
    what: '`account.overview` over MCP 2025-11-25',
    request: post('tools/call', overview, '2025-11-25'),
  },
  list: { what: '`tools/list` over MCP 2026-07-28', request: post('tools/list', {}, '2026-07-28') },
  listBefore: {
    what: '`tools/list` over MCP 2025-11-25',
    request: post('tools/list', {}, '2025-11-25'),
  },
};

const entries = Object.entries(kinds);
const figuresOf = (suffix, unit, ending) =>
  Object.fromEntries(
    entries.map(([name, { what }]) => [`${name}${suffix}`, { what: `${what}${ending}`, unit }]),
  );

export const mcp = {
  name: 'mcp',
  title: 'MCP',
  compares:
    'Requests per second and processor time of the MCP surface, compared with the same function over HTTP: the real server with the sample, 16 connections. And the memory of that server when idle, busy, and idle again.',
  leavesOut: 'Sessions and streams: the server keeps none.',
  spent:
    'In a CPU profile of calls on Node 20, the MCP library takes 15 % and its validation by zod 7 %: it creates a server object for each request, and an error object when the request ends. Garbage collection takes 12 %, writing to sockets 8 %, reads of the database 6 %. Most of the rest is what a request over HTTP needs as well, in many small parts.',
  settings: { rounds: 15, requests: 1500 },
  figures: {
    callRatio: {
      what: '`account.overview` over MCP, relative to HTTP',
      unit: '×',
      target: atLeast(0.5),
    },
    ...figuresOf('', 'requests/s', ''),
    ...figuresOf('Work', 'µs each', ', processor time'),
    started: { what: 'memory when started, after 40 s', unit: 'MB' },
    busy: { what: 'memory after all requests', unit: 'MB' },
    idleAgain: { what: 'memory 40 s later', unit: 'MB' },
  },
  async measure({ rounds, requests }) {
    const server = await startServerProgram(['--sample']);
    const send = (request, count) => load(server.baseUrl, Array(count).fill(request));
    await pause(idleTime);
    const started = server.megabytes();
    for (const { what, request } of Object.values(kinds)) {
      const { body } = await send(request, 1000);
      if (body.includes('"error":{"code"')) throw new Error(`${what}: ${body}`);
    }
    const contenders = entries.map(([name, { request }]) => [
      name,
      async () => {
        const before = server.work();
        const { seconds } = await send(request, requests);
        return { rate: requests / seconds, work: (server.work() - before) / requests };
      },
    ]);
    const figures = await alternate(Object.fromEntries(contenders), rounds);
    const busy = server.megabytes();
    await pause(idleTime);
    const idleAgain = server.megabytes();
    await server.stop();
    const rates = mapFigures(figures, ({ rate }) => rate);
    const works = mapFigures(figures, ({ work }) => work);
    return {
      callRatio: ratios(rates, 'call', 'http'),
      ...Object.fromEntries(entries.map(([name]) => [name, spread(rates[name])])),
      ...Object.fromEntries(entries.map(([name]) => [`${name}Work`, spread(works[name])])),
      started: spread([started]),
      busy: spread([busy]),
      idleAgain: spread([idleAgain]),
    };
  },
};
