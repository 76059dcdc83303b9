import { makeCertificate } from '../harness/certificate.js';
import { plainPosts } from '../harness/plain-posts.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { atLeast } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { webhookUrls } from '../harness/webhook-urls.js';

export const delivery = {
  name: 'delivery',
  title: 'Deliveries',
  compares:
    'From monitors that come due to stored outcomes, through the durable outbox, compared with a plain loop of `node:https` posts of the same bodies to the same receiver, 64 in flight in both. 16 runs make an event for each of 400 connections to 16 hosts, because the server allows 32 attempts in flight per host.',
  leavesOut:
    'Network distance and slow receivers. The loop signs nothing, stores nothing and resolves no names.',
  spent:
    'Of about 150 µs of processor time for a delivery on Node 20, SQLite takes 52: storing the outcome 16, commits 10, storing the delivery 8, finding due deliveries 5, leasing and reading them 6. In a CPU profile of the main thread, SQLite takes half of the time, garbage collection 5 %, writing to sockets 4 %, signing 4 %; the rest is JavaScript of newswatch, undici and Node, no function of it above 2 %. An earlier build took 99 µs for a delivery: it had no limits per account, no log of attempts and fewer indexes. The limits cost about 7 %, because fewer deliveries share a transaction.',
  settings: { rounds: 15, runs: 16, connections: 400 },
  check: { rounds: 3, runs: 4, connections: 200 },
  figures: {
    ratio: {
      what: 'deliveries/s, relative to a plain loop of posts',
      unit: '×',
      target: atLeast(0.7),
      bound: atLeast(0.1),
    },
    smallest: { what: 'the smallest of these ratios', unit: '×', target: atLeast(0.6) },
    durable: { what: 'newswatch', unit: 'deliveries/s' },
    bare: { what: 'a plain loop of posts', unit: 'posts/s' },
    // Of the sender's process only.
    durableWork: { what: 'newswatch, processor time', unit: 'µs each' },
    bareWork: { what: 'a plain loop, processor time', unit: 'µs each' },
  },
  async measure({ rounds, runs, connections }) {
    const count = runs * connections;
    const folder = temporaryFolder();
    const certificate = makeCertificate(folder);
    const trusting = { env: { NODE_EXTRA_CA_CERTS: certificate.certificate } };
    const endpoint = await startProcess('endpoint.js');
    const url = await endpoint.ask('start', certificate);
    const server = await startProcess('monitor-server.js', trusting);
    const urls = webhookUrls(url, connections);
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
      bare: plainPosts({ endpoint, posts, url, count, inFlight: 64 }),
    };
    // One unmeasured round: connections are opened, code is compiled.
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    await Promise.all([endpoint, server, posts].map((each) => each.end()));
    const perSecond = mapFigures(figures, ({ seconds }) => count / seconds);
    const work = mapFigures(figures, (each) => (each.work / count) * 1e6);
    const ratio = ratios(perSecond, 'durable', 'bare');
    return {
      ratio,
      smallest: spread([ratio.min]),
      durable: spread(perSecond.durable),
      bare: spread(perSecond.bare),
      durableWork: spread(work.durable),
      bareWork: spread(work.bare),
    };
  },
};
