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
  title: 'Webhooks received',
  compares:
    'Events per second that the durable receiver behind `webhook listen` takes, against a bare `node:http` server that computes the HMAC and keeps nothing: 20,000 events of 4 kB over 256 connections, each receiver in a process of its own, begun anew in each round.',
  leavesOut:
    'What is done with an event after its 204: the handler here does nothing. That SQLite’s log is copied into the file: that waits until no event has come for a second, or for 128 MB, which are more than this burst has.',
  spent:
    'By profile of the receiver’s thread, a quarter is SQLite, half of which are its commits; a tenth is the HMAC, a tenth JSON, a tenth garbage collection, and most of the rest HTTP, which the bare server has too. For an eighth of the time it waits for the disk and for the sender.',
  tried:
    'An event’s place at the handler is free again once that is done, not once the disk has it: nearly all events of a burst were stored as waiting and read back. What is done is stored together, of an event only its id and type are decoded, several events share a page, and the log is copied when there is time: together from 0.37 to 0.44. Before that, the next transaction was made while the disk works on the one before; more of them at a time gain nothing, nor does SQLite on a thread of its own. What could still go is the row that says that an event is being handled (a twenty-fifth), and the bodies, into a file beside the database: before all this, events without bodies took a fifth less.',
  settings: { rounds: 15, count: 20_000 },
  check: { rounds: 3, count: 3_000 },
  figures: {
    ratio: {
      what: 'events/s, to bare `node:http` with HMAC',
      unit: '×',
      target: atLeast(0.5),
      bound: atLeast(0.15),
    },
    durable: { what: 'newswatch', unit: 'events/s' },
    bare: { what: 'bare `node:http` with HMAC', unit: 'events/s' },
    // Of the receiver's process alone.
    durableWork: { what: 'newswatch, the processor’s time', unit: 'µs each' },
    bareWork: { what: 'bare `node:http`, the processor’s time', unit: 'µs each' },
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
