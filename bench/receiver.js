/**
 * Events per second that the durable receiver takes, against a bare HTTP server that computes the
 * HMAC and keeps nothing: alternated, each in a process of its own. And verifications per second.
 *
 *   npm run build && node bench/receiver.js [rounds] [events]
 */
import { fork } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startReceiver } from 'newswatch/receiver';
import { signedHeaders, verify } from 'newswatch/webhooks';

const secret = 'whsec_bench';
const connections = 256;
const folderOfRuns = join(process.cwd(), 'node_modules', '.bench-');

function eventBody(id) {
  const results = Array.from({ length: 5 }, (_, n) => ({
    title: `Story ${n} – Zürich`,
    summary: 'x'.repeat(600),
    links: [{ url: `https://news.example.com/${n}`, source: 'news.example.com' }],
    publication_date: '2026-11-20T12:00:00Z',
  }));
  const rest = {
    created_at: '2026-11-20T12:00:00Z',
    monitor_id: 'm',
    monitor_title: 'M',
    run_id: 'r',
  };
  return JSON.stringify({ id, type: 'news.alert', ...rest, articles: [], results });
}

function wireRequest(id) {
  const body = eventBody(id);
  const headers = { Host: 'x', 'Content-Length': Buffer.byteLength(body) };
  const signed = signedHeaders({ body, eventId: id, secrets: secret });
  const lines = Object.entries({ ...headers, ...signed }).map(([key, value]) => `${key}: ${value}`);
  return Buffer.from(`POST /hook HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

const servers = {
  async durable() {
    const handler = { concurrency: 256, handle: async () => {} };
    const data = mkdtempSync(folderOfRuns);
    const { url } = await startReceiver({ secrets: [secret], data, handler });
    process.once('disconnect', () => {
      rmSync(data, { recursive: true });
      process.exit();
    });
    return url;
  },
  async bare() {
    const server = createServer((request, response) => {
      const hmac = createHmac('sha256', secret).update(
        `${request.headers['x-service-timestamp']}.`,
      );
      request.on('data', (chunk) => hmac.update(chunk));
      request.on('end', () => {
        const good = request.headers['x-service-signature'] === `v1=${hmac.digest('hex')}`;
        response.writeHead(good ? 204 : 401).end();
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    process.once('disconnect', () => process.exit());
    return `http://127.0.0.1:${server.address().port}/hook`;
  },
};

/** Sends the requests over kept connections, one at a time on each; seconds. */
async function load(url, requests) {
  const { port, hostname } = new URL(url);
  let next = 0;
  const begun = performance.now();
  const sender = async () => {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, 'connect');
    await new Promise((resolve, reject) => {
      const send = () => {
        if (next >= requests.length) resolve();
        else socket.write(requests[next++]);
      };
      socket.on('data', (answer) => {
        if (!answer.subarray(0, 12).equals(Buffer.from('HTTP/1.1 204'))) {
          reject(new Error(answer.toString()));
        } else send();
      });
      socket.on('error', reject);
      send();
    });
    socket.destroy();
  };
  await Promise.all(Array.from({ length: connections }, sender));
  return (performance.now() - begun) / 1000;
}

async function measure(kind, events) {
  const child = fork(fileURLToPath(import.meta.url), ['serve', kind]);
  const [url] = await once(child, 'message');
  const requests = (count, name) =>
    Array.from({ length: count }, (_, n) => wireRequest(`evt_${name}_${n}`));
  await load(url, requests(2000, 'warm'));
  const measured = requests(events, 'run');
  const seconds = await load(url, measured);
  child.disconnect();
  await once(child, 'exit');
  return events / seconds;
}

function verificationsPerSecond() {
  const body = Buffer.from(eventBody('evt_1'));
  const headers = {};
  for (const [name, value] of Object.entries(
    signedHeaders({ body, eventId: 'evt_1', secrets: secret }),
  )) {
    headers[name.toLowerCase()] = value;
  }
  const run = (count) => {
    const begun = performance.now();
    for (let n = 0; n < count; n += 1) verify({ body, headers, secrets: secret });
    return (count / (performance.now() - begun)) * 1000;
  };
  run(20_000);
  return { bytes: body.length, per_second: Math.round(run(100_000)) };
}

const print = (value) => process.stdout.write(`${JSON.stringify(value)}\n`);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

if (process.argv[2] === 'serve') {
  process.send(await servers[process.argv[3]]());
} else {
  const [rounds = 5, events = 20_000] = process.argv.slice(2).map(Number);
  const found = { bare: [], durable: [] };
  for (let round = 0; round < rounds; round += 1) {
    for (const kind of Object.keys(found)) found[kind].push(await measure(kind, events));
  }
  const bare = median(found.bare);
  const durable = median(found.durable);
  const ratio = Number((durable / bare).toFixed(2));
  print({ bare: Math.round(bare), durable: Math.round(durable), ratio });
  print({ verify: verificationsPerSecond() });
}
