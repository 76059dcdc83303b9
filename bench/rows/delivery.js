import { makeCertificate } from '../harness/certificate.js';
import { startProcess } from '../harness/processes.js';
import { alternate, of, ratios, spread } from '../harness/rounds.js';
import { atLeast } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

export const delivery = {
  name: 'delivery',
  title: 'Deliveries',
  compares:
    'From monitors that come due to answers that are stored, through the durable outbox, against a bare loop of `node:https` posts of the same bodies to the same receiver: 64 in flight in both. 16 runs make an event for each of 400 connections.',
  leavesOut:
    'Distance, and receivers that take their time. The loop signs nothing, stores nothing and looks no address up.',
  spent:
    'By profile of the sender, a third is SQLite: each attempt is claimed before and recorded after it. A sixth is the system writing to sockets, a twentieth garbage collection.',
  tried:
    'Posts by undici in place of `node:https`, which takes three times as long for one: a quarter less. What is due at the same moment is found in its order and not by connection, and a claim reads only what an attempt needs: another eighth. Of what is due, no more is read than decides a claim: another fifteenth. Before that, what the events of a run say was kept once and not for each connection: from 0.20 to 0.29. Without gain: SQLite on a thread of its own, larger pages. A larger young generation of the heap gains a tenth and is left to who runs the server.',
  settings: { rounds: 15, runs: 16, connections: 400 },
  check: { rounds: 3, runs: 4, connections: 200 },
  figures: {
    ratio: {
      what: 'deliveries/s, to a bare loop of posts',
      unit: '×',
      target: atLeast(0.6),
      bound: atLeast(0.1),
    },
    durable: { what: 'newswatch', unit: 'deliveries/s' },
    bare: { what: 'a bare loop of posts', unit: 'posts/s' },
    // Of the sender's process alone.
    durableWork: { what: 'newswatch, the processor’s time', unit: 'µs each' },
    bareWork: { what: 'a bare loop, the processor’s time', unit: 'µs each' },
  },
  async measure({ rounds, runs, connections }) {
    const count = runs * connections;
    const folder = temporaryFolder();
    const certificate = makeCertificate(folder);
    const trusting = { env: { NODE_EXTRA_CA_CERTS: certificate.certificate } };
    const endpoint = await startProcess('endpoint.js');
    const url = await endpoint.ask('start', certificate);
    const server = await startProcess('watch-server.js', trusting);
    const urls = Array.from({ length: connections }, (_, n) => `${url}/${n}`);
    await server.ask('start', {
      data: folder,
      monitors: (rounds + 1) * runs,
      urls,
      scheduled: true,
    });
    const posts = await startProcess('posts.js', trusting);
    const contenders = {
      async durable() {
        const arrived = endpoint.ask('arrivals', { count });
        const time = await server.ask('deliver', runs);
        await arrived;
        return time;
      },
      async bare() {
        const arrived = endpoint.ask('arrivals', { count });
        const body = await endpoint.ask('body');
        const time = await posts.ask('post', { url: `${url}/0`, body, count, inFlight: 64 });
        await arrived;
        return time;
      },
    };
    // Both once before it counts: connections are made, code is compiled.
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    await Promise.all([endpoint, server, posts].map((each) => each.end()));
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
