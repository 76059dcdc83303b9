/** An HTTP load generator that uses less processor time than the servers it measures. */
import { once } from 'node:events';
import { connect } from 'node:net';

const endOfHead = Buffer.from('\r\n\r\n');
const endOfChunks = Buffer.from('\r\n0\r\n\r\n');

/** The bytes of one request. */
export function wireRequest({ method, path, headers = {}, body = '' }) {
  const all = { host: 'localhost', ...headers, 'content-length': Buffer.byteLength(body) };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

/** A search request like that of the client library. */
export function searchRequest(key, query) {
  return wireRequest({
    method: 'POST',
    path: '/api/v1/news/search',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
}

/**
 * Sends the requests over keep-alive connections, one at a time on each. The connections are opened
 * before the time starts.
 *
 * @returns the total in seconds, the milliseconds of each request, and the last response body
 * @throws if a response has an unexpected status
 */
export async function load(url, requests, { connections = 16, status = 200 } = {}) {
  const { port, hostname } = new URL(url);
  const times = [];
  let body = '';
  let next = 0;
  const open = async () => {
    const socket = connect(Number(port), hostname).setNoDelay();
    const closed = new Promise((_, reject) => {
      socket.once('error', reject);
      socket.once('close', () => reject(new Error('the server closed a connection')));
    });
    closed.catch(() => {});
    await once(socket, 'connect');
    return { socket, closed };
  };
  const sender = async ({ socket, closed }) => {
    const sent = new Promise((resolve, reject) => {
      let received = Buffer.alloc(0);
      let sentAt = 0;
      const send = () => {
        if (next >= requests.length) return resolve();
        sentAt = performance.now();
        socket.write(requests[next++]);
      };
      socket.on('data', (chunk) => {
        received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
        const length = responseLength(received);
        if (length === undefined) return;
        times.push(performance.now() - sentAt);
        body = received.subarray(length.all - length.body, length.all).toString();
        if (Number(received.subarray(9, 12)) !== status) reject(new Error(received.toString()));
        received = received.subarray(length.all);
        send();
      });
      send();
    });
    await Promise.race([sent, closed]);
    socket.destroy();
  };
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  const started = performance.now();
  await Promise.all(sockets.map(sender));
  return { seconds: (performance.now() - started) / 1000, times, body };
}

/** The length of a complete response; undefined while it is incomplete. */
function responseLength(received) {
  const end = received.indexOf(endOfHead);
  if (end === -1) return undefined;
  const start = end + endOfHead.length;
  const head = received.subarray(0, end).toString('latin1').toLowerCase();
  if (head.includes('transfer-encoding: chunked')) {
    const last = received.indexOf(endOfChunks, end);
    const all = last + endOfChunks.length;
    return last === -1 ? undefined : { all, body: all - start };
  }
  const body = Number(/content-length: (\d+)/.exec(head)?.[1] ?? 0);
  return received.length < start + body ? undefined : { all: start + body, body };
}
