/** A process that accepts webhooks over https with 204, the same for every contender. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:https';
import { createServer as createTcpServer } from 'node:net';
import { offer } from '../harness/processes.js';

let ids = new Set();
let lateness = [];
let body = '';
let awaited;

function take(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    ids.add(request.headers['x-service-event-id']);
    if (awaited?.lateness) note(Buffer.concat(chunks).toString());
    else if (body === '') body = Buffer.concat(chunks).toString();
    response.writeHead(204).end();
    if (awaited && ids.size >= awaited.count) awaited.resolve();
  });
}

/** Milliseconds from creating the event to its arrival, by one clock. */
function note(text) {
  lateness.push(Date.now() - Date.parse(JSON.parse(text).created_at));
}

const port = (server) =>
  new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(server.address().port));
  });

offer({
  async start({ key, certificate }) {
    const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, take);
    server.keepAliveTimeout = 60_000;
    return `https://localhost:${await port(server)}`;
  },
  /** An address that accepts connections and never responds. */
  async startDead() {
    const sockets = new Set();
    return `https://localhost:${await port(createTcpServer((socket) => sockets.add(socket)))}`;
  },
  /** Resolves when a number of different events has arrived since the last call. */
  async arrivals({ count, lateness: noting = false }) {
    await new Promise((resolve) => {
      awaited = { count, lateness: noting, resolve };
      if (ids.size >= count) resolve();
    });
    const noted = lateness;
    ids = new Set();
    lateness = [];
    return noted;
  },
  body: () => body,
});
