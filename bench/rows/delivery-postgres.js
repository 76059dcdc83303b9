import { makeCertificate } from '../harness/certificate.js';
import { plainPosts } from '../harness/plain-posts.js';
import { newDatabase, serverProcess } from '../harness/postgres-databases.js';
import { familyProcessorTime } from '../harness/process-status.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

export const deliveryPostgres = {
  name: 'delivery-postgres',
  title: 'Processor time of a delivery on PostgreSQL',
  compares:
    'As in [deliveries](delivery.md), with the outbox in PostgreSQL: the processor time of the server and of all processes of the database, from monitors that come due to stored outcomes. 64 runs of four accounts make an event for each of 100 connections to 16 hosts, and up to 64 attempts of each account are in flight.',
  leavesOut: 'The network and a connection pooler. The load and the receiver.',
  onPostgres: true,
  settings: { rounds: 15, runs: 64, connections: 400, accounts: 4, hosts: 16 },
  figures: {
    both: { what: 'server and database', unit: 'µs each', target: atMost(300) },
    server: { what: 'server', unit: 'µs each' },
    database: { what: 'database', unit: 'µs each' },
    bare: { what: 'a plain loop of posts', unit: 'µs each' },
    ratio: { what: 'server and database, relative to a plain loop of posts', unit: '×' },
    perSecond: { what: 'newswatch', unit: 'deliveries/s' },
  },
  async measure({ rounds, runs, connections, accounts, hosts }) {
    const count = (runs * connections) / accounts;
    const certificate = makeCertificate(temporaryFolder());
    const trusting = { env: { NODE_EXTRA_CA_CERTS: certificate.certificate } };
    const endpoint = await startProcess('endpoint.js');
    const url = await endpoint.ask('start', certificate);
    const database = await newDatabase();
    const server = await startProcess('monitor-server.js', trusting);
    const posts = await startProcess('posts.js', trusting);
    const hostOf = (n) => `127.0.0.${(Math.floor(n / accounts) % hosts) + 1}`;
    const urls = Array.from({ length: connections }, (_, n) =>
      url.replace('localhost', hostOf(n)).concat(`/${n}`),
    );
    const monitors = (rounds + 1) * runs;
    const start = { database: database.address, monitors, urls, accounts, scheduled: true };
    await server.ask('start', start);
    const pid = await serverProcess();
    const contenders = {
      async durable() {
        const before = familyProcessorTime(pid);
        const arrived = endpoint.ask('arrivals', { count });
        const time = await server.ask('deliver', runs);
        await arrived;
        return { ...time, database: (familyProcessorTime(pid) - before) / 1000 };
      },
      bare: plainPosts({ endpoint, posts, url, count }),
    };
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    await Promise.all([endpoint, server, posts].map((each) => each.end()));
    await database.remove();
    const each = (name, seconds) => mapFigures(figures, (of) => (seconds(of) / count) * 1e6)[name];
    const both = each('durable', ({ work, database: spent }) => work + spent);
    const bare = each('bare', ({ work }) => work);
    return {
      both: spread(both),
      server: spread(each('durable', ({ work }) => work)),
      database: spread(each('durable', ({ database: spent }) => spent)),
      bare: spread(bare),
      ratio: ratios({ both, bare }, 'both', 'bare'),
      perSecond: spread(figures.durable.map(({ seconds }) => count / seconds)),
    };
  },
};
