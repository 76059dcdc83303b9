import { signedHeaders } from 'newswatch/webhooks';
import { load, wireRequest } from '../harness/http-load.js';
import { programVersion } from '../harness/peers.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { atLeast, atMost } from '../harness/target.js';
import { startWebhook, webhookHeaders, webhookPath } from '../harness/webhook-program.js';

const secret = 'whsec_bench';

const webhookVersion = () => programVersion('webhook');

function eventBody(id) {
  const results = Array.from({ length: 5 }, (_, n) => ({
    title: `News item ${n} – Zürich`,
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

/** Requests to newswatch and to the plain server. */
function signedRequests(count, name) {
  const requests = Array.from({ length: count }, async (_, n) => {
    const id = `evt_${name}_${n}`;
    const body = eventBody(id);
    const headers = await signedHeaders({ body, eventId: id, secrets: secret });
    return wireRequest({ method: 'POST', path: '/hook', headers, body });
  });
  return Promise.all(requests);
}

/** Requests to `webhook`, whose rule checks the HMAC of the body only. */
function webhookRequests(count, name) {
  return Array.from({ length: count }, (_, n) => {
    const body = eventBody(`evt_${name}_${n}`);
    const headers = webhookHeaders(body, secret);
    return wireRequest({ method: 'POST', path: webhookPath, headers, body });
  });
}

async function startInProcess(kind) {
  const receiver = await startProcess('receiver.js');
  const url = await receiver.ask(kind, secret);
  return { url, work: () => receiver.ask('work'), end: () => receiver.end() };
}

/** Seconds and processor seconds of an event. */
async function measureKind(receiver, requestsOf, count) {
  const options = { connections: 256, status: 204 };
  await load(receiver.url, await requestsOf(Math.min(count, 2000), 'warm'), options);
  const requests = await requestsOf(count, 'run');
  const before = await receiver.work();
  const { seconds } = await load(receiver.url, requests, options);
  const work = (await receiver.work()) - before;
  await receiver.end();
  return { seconds: seconds / count, work: work / count };
}

export const receiver = {
  name: 'receiver',
  title: 'Receiving webhooks',
  compares:
    'Events per second of the durable receiver behind `webhook listen`, compared with a plain `node:http` server that computes the HMAC and stores nothing: 20,000 events of 4 kB over 256 connections, each receiver in its own process, restarted in each round. The program `webhook` checks the HMAC by a rule and starts a command for each event; it gets a tenth of the events, because each start takes milliseconds.',
  leavesOut:
    'Handling an event after its 204: the handler does nothing. `webhook` stores nothing durably: an event is lost if the program ends before its command has run, and repeated events are not recognized. It responds before the command ends, so its events per second leave out most of the time of the commands, while its processor time includes them.',
  peers: {
    webhook: {
      version: webhookVersion,
      settings:
        'the rule `payload-hmac-sha256`, the command `/bin/true`, responds with 204, HTTP without TLS, otherwise the defaults.',
    },
  },
  spent:
    'In a CPU profile of the receiver, SQLite takes 17 % of the time, garbage collection 14 %, JSON 8 %, HMAC 6 %; most of the rest is HTTP. Other threads, which collect garbage and run one checkpoint, take a quarter of the processor time. Without parsing JSON, an event takes about 10 % less processor time, and 7 % less if requests are not passed to the HTTP parser in small parts: the parts bound how long a connection can occupy the receiver. Without storing events and passing them to the handler, and so without a wait before the response, it takes about half. Each event adds 7 kB to the write-ahead log.',
  settings: { rounds: 15, count: 20_000 },
  check: { rounds: 3, count: 3_000 },
  figures: {
    ratio: {
      what: 'events/s, relative to plain `node:http` with HMAC',
      unit: '×',
      target: atLeast(0.5),
      bound: atLeast(0.15),
    },
    // Other load hardly changes processor time.
    workRatio: {
      what: 'processor time, relative to plain `node:http` with HMAC',
      unit: '×',
      bound: atMost(10),
    },
    webhookRatio: { what: 'events/s, relative to `webhook`', unit: '×' },
    durable: { what: 'newswatch', unit: 'events/s' },
    bare: { what: 'plain `node:http` with HMAC', unit: 'events/s' },
    webhook: { what: '`webhook`', unit: 'events/s' },
    // Of the receiver's process only.
    durableWork: { what: 'newswatch, processor time', unit: 'µs each' },
    bareWork: { what: 'plain `node:http`, processor time', unit: 'µs each' },
    webhookWork: { what: '`webhook` and its commands, processor time', unit: 'µs each' },
  },
  async measure({ rounds, count }) {
    const inProcess = (kind) => async () =>
      measureKind(await startInProcess(kind), signedRequests, count);
    const contenders = { bare: inProcess('bare'), durable: inProcess('durable') };
    if (webhookVersion() !== undefined) {
      contenders.webhook = async () =>
        measureKind(await startWebhook(secret), webhookRequests, Math.ceil(count / 10));
    }
    const figures = await alternate(contenders, rounds);
    const perSecond = mapFigures(figures, ({ seconds }) => 1 / seconds);
    const work = mapFigures(figures, (each) => each.work * 1e6);
    const webhook = figures.webhook && {
      webhookRatio: ratios(perSecond, 'durable', 'webhook'),
      webhook: spread(perSecond.webhook),
      webhookWork: spread(work.webhook),
    };
    return {
      ratio: ratios(perSecond, 'durable', 'bare'),
      workRatio: ratios(work, 'durable', 'bare'),
      durable: spread(perSecond.durable),
      bare: spread(perSecond.bare),
      durableWork: spread(work.durable),
      bareWork: spread(work.bare),
      ...webhook,
    };
  },
};
