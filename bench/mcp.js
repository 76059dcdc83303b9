/**
 * Requests per second of the MCP surface against the same function over HTTP, on the real server,
 * and microseconds of the processor's time that each takes there, which other load changes less;
 * and the memory of that server when it is idle, busy, and idle again.
 *
 *   npm run build && node bench/mcp.js [rounds] [requests]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openSync, readFileSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { alternate, numbersOr, of, ratios, report, spread, temporaryFolder } from './harness.js';

const [rounds, requests] = numbersOr(5, 3000);
const binary = fileURLToPath(new URL('../bin/newswatch.cjs', import.meta.url));
const key = 'nw_key_for_bench';
const connections = 16;

/** Milliseconds: V8 gives memory back, if it does, after half a minute with nothing to do. */
const idleTime = 40_000;

const clientInfo = { name: 'bench', version: '1.0.0' };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': clientInfo,
  'io.modelcontextprotocol/clientCapabilities': {},
};

function post(method, params, revision) {
  const isCurrent = revision === '2026-07-28';
  return {
    method: 'POST',
    path: '/mcp',
    headers: {
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-protocol-version': revision,
      ...(isCurrent ? { 'mcp-method': method } : {}),
      ...(isCurrent && params.name ? { 'mcp-name': params.name } : {}),
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: isCurrent ? { ...params, _meta: envelope } : params,
    }),
  };
}

const overview = { name: 'account.overview', arguments: {} };
const kinds = {
  http: { method: 'GET', path: '/api/v1/account/overview', headers: {} },
  'http openapi.json': { method: 'GET', path: '/api/v1/openapi.json', headers: {} },
  'call 2026-07-28': post('tools/call', overview, '2026-07-28'),
  'call 2025-11-25': post('tools/call', overview, '2025-11-25'),
  'list 2026-07-28': post('tools/list', {}, '2026-07-28'),
  'list 2025-11-25': post('tools/list', {}, '2025-11-25'),
};

function send(agent, port, { body, headers, ...options }) {
  return new Promise((resolve, reject) => {
    const sent = request(
      { ...options, port, agent, headers: { ...headers, authorization: `Bearer ${key}` } },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => {
          if (answer.statusCode === 200 && !text.includes('"error":{"code"')) resolve();
          else reject(new Error(`${answer.statusCode}: ${text.slice(0, 300)}`));
        });
      },
    );
    sent.on('error', reject).end(body);
  });
}

async function perSecond(port, kind, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = count;
  const begun = performance.now();
  const worker = async () => {
    while (left-- > 0) await send(agent, port, kind);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return (count / (performance.now() - begun)) * 1000;
}

/** The real program, with its store on the disk and its log in a file. */
async function serve() {
  const folder = temporaryFolder();
  const world = join(folder, 'world.json');
  writeFileSync(world, JSON.stringify({ accounts: [{ id: 'bench', keys: [key] }] }));
  const args = ['serve', '--port', '0', '--sample', '--data', folder, '--world', world];
  const log = openSync(join(folder, 'log'), 'w');
  const child = spawn(process.execPath, [binary, ...args], { stdio: ['ignore', 'pipe', log] });
  const [line] = await once(child.stdout, 'data');
  return {
    port: Number(new URL(JSON.parse(line).base_url).port),
    /** Microseconds; the system counts in hundredths of a second. */
    work: () => {
      const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8').split(' ');
      return (Number(fields[13]) + Number(fields[14])) * 10_000;
    },
    megabytes: () => {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(
        readFileSync(`/proc/${child.pid}/status`, 'utf8'),
      );
      return Math.round(kilobytes / 1024);
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const { port, megabytes, work, stop } = await serve();
await pause(idleTime);
const started = megabytes();
for (const kind of Object.values(kinds)) await perSecond(port, kind, 1000);
const contenders = Object.entries(kinds).map(([name, kind]) => [
  name,
  async () => {
    const before = work();
    const rate = await perSecond(port, kind, requests);
    return { rate, work: (work() - before) / requests };
  },
]);
const figures = await alternate(Object.fromEntries(contenders), rounds);
const busy = megabytes();
await pause(idleTime);
const names = Object.keys(kinds);
const rates = of(figures, ({ rate }) => rate);
const works = of(figures, (each) => each.work);
report('mcp', {
  requests,
  per_second: Object.fromEntries(names.map((name) => [name, spread(rates[name])])),
  ratio: Object.fromEntries(names.slice(1).map((name) => [name, ratios(rates, name, names[0])])),
  work_us: Object.fromEntries(names.map((name) => [name, spread(works[name])])),
  megabytes: { started, busy, idle_again: megabytes() },
});
await stop();
