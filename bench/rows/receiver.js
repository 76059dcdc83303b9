import { signedHeaders } from 'newswatch/webhooks';
import { load, wireRequest } from '../harness/http-load.js';
import { startProcess } from '../harness/processes.js';
import { alternate, of, ratios, spread } from '../harness/rounds.js';
import { atLeast } from '../harness/target.js';

const secret = 'whsec_bench';

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

function events(count, name) {
  return Array.from({ length: count }, (_, n) => {
    const id = `evt_${name}_${n}`;
    const body = eventBody(id);
    const headers = signedHeaders({ body, eventId: id, secrets: secret });
    return wireRequest({ method: 'POST', path: '/hook', headers, body });
  });
}

async function measureKind(kind, count) {
  const receiver = await startProcess('receiver.js');
  const url = await receiver.ask(kind, secret);
  const answered = { connections: 256, status: 204 };
  await load(url, events(2000, 'warm'), answered);
  const requests = events(count, 'run');
  const before = await receiver.ask('work');
  const { seconds } = await load(url, requests, answered);
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
    'The work on an event after its 204: the handler does nothing here. Checkpoints of the write-ahead log: they wait until it has 128 MB, more than these events write.',
  spent:
    'By profile of the receiver, a quarter is SQLite, half of it commits; a tenth each is HMAC, JSON and garbage collection; most of the rest is HTTP, which the plain server has too. It waits for the disk and the sender for an eighth of the time.',
  settings: { rounds: 15, count: 20_000 },
  check: { rounds: 3, count: 3_000 },
  figures: {
    ratio: {
      what: 'events/s, to plain `node:http` with HMAC',
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
    const perSecond = of(figures, ({ seconds }) => count / seconds);
    const work = of(figures, (each) => (each.work / count) * 1e6);
    return {
      ratio: ratios(perSecond, 'durable', 'bare'),
      durable: spread(perSecond.durable),
      bare: spread(perSecond.bare),
      durableWork: spread(work.durable),
      bareWork: spread(work.bare),
    };
  },
};
