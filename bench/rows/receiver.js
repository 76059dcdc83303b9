import { signedHeaders } from 'newswatch/webhooks';
import { load, wireRequest } from '../harness/http-load.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { atLeast } from '../harness/target.js';

const secret = 'whsec_bench';

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

function events(count, name) {
  const requests = Array.from({ length: count }, async (_, n) => {
    const id = `evt_${name}_${n}`;
    const body = eventBody(id);
    const headers = await signedHeaders({ body, eventId: id, secrets: secret });
    return wireRequest({ method: 'POST', path: '/hook', headers, body });
  });
  return Promise.all(requests);
}

async function measureKind(kind, count) {
  const receiver = await startProcess('receiver.js');
  const url = await receiver.ask(kind, secret);
  const options = { connections: 256, status: 204 };
  await load(url, await events(2000, 'warm'), options);
  const requests = await events(count, 'run');
  const before = await receiver.ask('work');
  const { seconds } = await load(url, requests, options);
  const work = (await receiver.ask('work')) - before;
  await receiver.end();
  return { seconds, work };
}

export const receiver = {
  name: 'receiver',
  title: 'Receiving webhooks',
  compares:
    'Events per second of the durable receiver behind `webhook listen`, compared with a plain `node:http` server that computes the HMAC and stores nothing: 20,000 events of 4 kB over 256 connections, each receiver in its own process, restarted in each round.',
  leavesOut:
    'Handling an event after its 204: the handler does nothing. Checkpoints of the write-ahead log: they start at 128 MB, more than these events write.',
  spent:
    'In a CPU profile of the receiver, SQLite takes a quarter of the time, half of it for commits; HMAC, JSON and garbage collection take a tenth each; most of the rest is HTTP, which the plain server needs too. For an eighth of the time the receiver waits for the disk and the sender.',
  settings: { rounds: 15, count: 20_000 },
  check: { rounds: 3, count: 3_000 },
  figures: {
    ratio: {
      what: 'events/s, relative to plain `node:http` with HMAC',
      unit: '×',
      target: atLeast(0.5),
      bound: atLeast(0.15),
    },
    durable: { what: 'newswatch', unit: 'events/s' },
    bare: { what: 'plain `node:http` with HMAC', unit: 'events/s' },
    // Of the receiver's process only.
    durableWork: { what: 'newswatch, processor time', unit: 'µs each' },
    bareWork: { what: 'plain `node:http`, processor time', unit: 'µs each' },
  },
  async measure({ rounds, count }) {
    const contenders = {
      bare: () => measureKind('bare', count),
      durable: () => measureKind('durable', count),
    };
    const figures = await alternate(contenders, rounds);
    const perSecond = mapFigures(figures, ({ seconds }) => count / seconds);
    const work = mapFigures(figures, (each) => (each.work / count) * 1e6);
    return {
      ratio: ratios(perSecond, 'durable', 'bare'),
      durable: spread(perSecond.durable),
      bare: spread(perSecond.bare),
      durableWork: spread(work.durable),
      bareWork: spread(work.bare),
    };
  },
};
