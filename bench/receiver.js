/**
 * Events per second that the durable receiver takes, against a bare `node:http` server that
 * computes the HMAC and keeps nothing. Each in a process of its own, begun anew in each round.
 *
 *   npm run build && node bench/receiver.js [rounds] [events]
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import { signedHeaders } from 'newswatch/webhooks';
import { alternate, numbersOr, of, ratios, report, spread, startProcess } from './harness.js';

const [rounds, events] = numbersOr(15, 20_000);
const secret = 'whsec_bench';
const connections = 256;
const accepted = Buffer.from('HTTP/1.1 204');

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

function wireRequests(count, name) {
  return Array.from({ length: count }, (_, n) => wireRequest(`evt_${name}_${n}`));
}

/** Sends the requests over kept connections, one at a time on each; seconds. */
async function load(url, requests) {
  const { port, hostname } = new URL(url);
  let next = 0;
  const sender = async () => {
    const socket = connect(Number(port), hostname).setNoDelay();
    await once(socket, 'connect');
    await new Promise((resolve, reject) => {
      const send = () => {
        if (next >= requests.length) resolve();
        else socket.write(requests[next++]);
      };
      socket.on('data', (answer) => {
        if (answer.subarray(0, accepted.length).equals(accepted)) send();
        else reject(new Error(answer.toString()));
      });
      socket.on('error', reject);
      send();
    });
    socket.destroy();
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, sender));
  return (performance.now() - begun) / 1000;
}

async function measure(kind) {
  const receiver = await startProcess('receiver-process.js');
  const url = await receiver.ask(kind, secret);
  await load(url, wireRequests(2000, 'warm'));
  const requests = wireRequests(events, 'run');
  const before = await receiver.ask('work');
  const seconds = await load(url, requests);
  const work = (await receiver.ask('work')) - before;
  await receiver.end();
  return { seconds, work };
}

const figures = await alternate(
  { bare: () => measure('bare'), durable: () => measure('durable') },
  rounds,
);
const perSecond = of(figures, ({ seconds }) => events / seconds);
const work = of(figures, (each) => (each.work / events) * 1e6);
report('receiver', {
  events,
  bytes: Buffer.byteLength(eventBody('evt_run_0')),
  per_second: { bare: spread(perSecond.bare), durable: spread(perSecond.durable) },
  ratio: ratios(perSecond, 'durable', 'bare'),
  target: '>= 0.4',
  // Of the receiver's process alone, in microseconds for one event.
  work: { bare: spread(work.bare, 1), durable: spread(work.durable, 1) },
  ratio_of_work: ratios(work, 'bare', 'durable'),
});
