/** A process that accepts webhooks over HTTPS with 204. All contenders deliver to it. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { offer } from '../harness/processes.js';

let ids = new Set();
let delays = [];
let body = '';
let awaited;

function receive(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    ids.add(request.headers['x-service-event-id']);
    if (awaited?.withDelays) recordDelay(Buffer.concat(chunks).toString());
    else if (body === '') body = Buffer.concat(chunks).toString();
    response.writeHead(204).end();
    if (awaited && ids.size >= awaited.count) awaited.resolve();
  });
}

/** Records the milliseconds from the creation of an event to its arrival, on the same clock. */
function recordDelay(text) {
  delays.push(Date.now() - Date.parse(JSON.parse(text).created_at));
}

const port = (server) =>
  new Promise((resolve) => {
    server.listen(0, '0.0.0.0', () => resolve(server.address().port));
  });

offer({
  async start({ key, certificate }) {
    const server = createServer(
      { key: readFileSync(key), cert: readFileSync(certificate) },
      receive,
    );
    server.keepAliveTimeout = 60_000;
    return `https://localhost:${await port(server)}`;
  },
  /** An address that accepts connections and never responds. */
  async startDead() {
    const sockets = new Set();
    return `https://localhost:${await port(createTcpServer((socket) => sockets.add(socket)))}`;
  },
  /** Resolves when `count` different events have arrived since the last call, with their delays. */
  async arrivals({ count, withDelays = false }) {
    await new Promise((resolve) => {
      awaited = { count, withDelays, resolve };
      if (ids.size >= count) resolve();
    });
    const recorded = delays;
    ids = new Set();
    delays = [];
    return recorded;
  },
  body: () => body,
});
