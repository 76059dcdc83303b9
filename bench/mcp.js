/**
 * Requests per second of the MCP surface against the same function over HTTP, alternated, on the
 * real server; and the memory of that server when it is idle.
 *
 *   npm run build && node bench/mcp.js [rounds] [requests]
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const binary = fileURLToPath(new URL('../bin/newswatch.cjs', import.meta.url));
const key = 'nw_key_for_bench';
const connections = 16;
const idleTime = 5000;

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

async function measure(port, kind, requests) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  let left = requests;
  const begun = performance.now();
  const worker = async () => {
    while (left-- > 0) await send(agent, port, kind);
  };
  await Promise.all(Array.from({ length: connections }, worker));
  agent.destroy();
  return (requests / (performance.now() - begun)) * 1000;
}

/** The real program, with its store on the disk and its log in a file. */
async function serve() {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-bench-'));
  const world = join(folder, 'world.json');
  writeFileSync(world, JSON.stringify({ accounts: [{ id: 'bench', keys: [key] }] }));
  const args = ['serve', '--port', '0', '--sample', '--data', folder, '--world', world];
  const log = openSync(join(folder, 'log'), 'w');
  const child = spawn(process.execPath, [binary, ...args], { stdio: ['ignore', 'pipe', log] });
  const [line] = await once(child.stdout, 'data');
  return {
    port: Number(new URL(JSON.parse(line).base_url).port),
    megabytes: () => {
      const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(
        readFileSync(`/proc/${child.pid}/status`, 'utf8'),
      );
      return Math.round(kilobytes / 1024);
    },
    async stop() {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true });
    },
  };
}

async function main([rounds = 5, requests = 3000]) {
  const { port, megabytes, stop } = await serve();
  await pause(idleTime);
  const started = megabytes();
  for (const kind of Object.values(kinds)) await measure(port, kind, 1000);
  await pause(idleTime);
  const afterFirstRequests = megabytes();
  const found = Object.fromEntries(Object.keys(kinds).map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, kind] of Object.entries(kinds)) {
      found[name].push(await measure(port, kind, requests));
    }
  }
  const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  const http = median(found.http);
  for (const [name, values] of Object.entries(found)) {
    const ratio = Number((median(values) / http).toFixed(2));
    print({ kind: name, per_second: Math.round(median(values)), ratio });
  }
  await pause(idleTime);
  print({ idle_megabytes: { started, afterFirstRequests, afterLoad: megabytes() } });
  await stop();
}

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);

await main(process.argv.slice(2).map(Number));
