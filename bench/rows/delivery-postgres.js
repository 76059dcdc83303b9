import { makeCertificate } from '../harness/certificate.js';
import { packageVersion } from '../harness/peers.js';
import { plainPosts } from '../harness/plain-posts.js';
import { newDatabase, serverProcess } from '../harness/postgres-databases.js';
import { familyProcessorTime } from '../harness/process-status.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { webhookUrls } from '../harness/webhook-urls.js';

/** The server's limit of attempts in flight for an account. */
const attemptsOfAccount = 64;

/** graphile-worker on a database of its own. */
async function startQueue({ trusting, endpoint, url, count, inFlight }) {
  const database = await newDatabase();
  const worker = await startProcess('graphile-worker.js', trusting);
  await worker.ask('start', { database: database.address, inFlight });
  return {
    async deliver() {
      const body = await endpoint.ask('body');
      return worker.ask('deliver', { url: `${url}/0`, body, count });
    },
    async end() {
      await worker.ask('stop');
      await worker.end();
      await database.remove();
    },
  };
}

export const deliveryPostgres = {
  name: 'delivery-postgres',
  title: 'Processor time of a delivery on PostgreSQL',
  compares:
    'As in [deliveries](delivery.md), with the outbox in PostgreSQL: the processor time of the server and of all processes of the database, from monitors that come due to stored outcomes. 64 runs of four accounts make an event for each of 100 connections of their account, to 16 hosts. newswatch, the plain loop and graphile-worker have up to 256 posts in flight. graphile-worker posts the same bodies, from adding a job for each post until all jobs are done.',
  leavesOut:
    'The network and a connection pooler. The load and the receiver. graphile-worker signs nothing, stores no attempts and no outcomes, resolves no names, and does not enforce fairness between accounts or hosts.',
  spent:
    'About half is the server; [deliveries](delivery.md) has its parts. By pg_stat_statements, a quarter of the time of the database is the settlement, which moves the row and inserts it into six indexes; a fifth is the claim, which reads the connections too; a sixth storing the delivery, a tenth finding due deliveries. Planning takes nearly a fifth of the time of the database.',
  peers: {
    'graphile-worker': {
      version: () => packageVersion('graphile-worker'),
      settings:
        '256 jobs at once, 10 connections, jobs fetched in batches of 500 and completed in batches of 10 ms.',
    },
  },
  onPostgres: true,
  settings: { rounds: 15, runs: 64, connections: 400, accounts: 4 },
  figures: {
    both: {
      what: 'processor time of newswatch and database',
      unit: 'µs each',
      target: atMost(300),
    },
    server: { what: 'newswatch', unit: 'µs each' },
    database: { what: 'the database of newswatch', unit: 'µs each' },
    bare: { what: 'a plain loop of posts', unit: 'µs each' },
    ratio: { what: 'newswatch and database, relative to a plain loop of posts', unit: '×' },
    jobsRatio: { what: 'newswatch and database, relative to graphile-worker', unit: '×' },
    jobs: { what: 'graphile-worker and database', unit: 'µs each' },
    perSecond: { what: 'newswatch', unit: 'deliveries/s' },
    jobsPerSecond: { what: 'graphile-worker', unit: 'posts/s' },
  },
  async measure({ rounds, runs, connections, accounts }) {
    const count = (runs * connections) / accounts;
    const inFlight = accounts * attemptsOfAccount;
    const certificate = makeCertificate(temporaryFolder());
    const trusting = { env: { NODE_EXTRA_CA_CERTS: certificate.certificate } };
    const endpoint = await startProcess('endpoint.js');
    const url = await endpoint.ask('start', certificate);
    const database = await newDatabase();
    const server = await startProcess('monitor-server.js', trusting);
    const posts = await startProcess('posts.js', trusting);
    const urls = webhookUrls(url, connections, accounts);
    const monitors = (rounds + 1) * runs;
    const start = { database: database.address, monitors, urls, accounts, scheduled: true };
    await server.ask('start', start);
    const pid = await serverProcess();
    const withDatabase = (work) => async () => {
      const before = familyProcessorTime(pid);
      const arrived = endpoint.ask('arrivals', { count });
      const time = await work();
      await arrived;
      return { ...time, database: (familyProcessorTime(pid) - before) / 1000 };
    };
    const queue = await startQueue({ trusting, endpoint, url, count, inFlight });
    const contenders = {
      durable: withDatabase(() => server.ask('deliver', runs)),
      bare: plainPosts({ endpoint, posts, url, count, inFlight }),
      jobs: withDatabase(queue.deliver),
    };
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    await queue.end();
    await Promise.all([endpoint, server, posts].map((each) => each.end()));
    await database.remove();
    const each = (name, seconds) => mapFigures(figures, (of) => (seconds(of) / count) * 1e6)[name];
    const both = each('durable', ({ work, database: spent }) => work + spent);
    const bare = each('bare', ({ work }) => work);
    const jobs = each('jobs', ({ work, database: spent }) => work + spent);
    return {
      both: spread(both),
      server: spread(each('durable', ({ work }) => work)),
      database: spread(each('durable', ({ database: spent }) => spent)),
      bare: spread(bare),
      ratio: ratios({ both, bare }, 'both', 'bare'),
      jobsRatio: ratios({ both, jobs }, 'both', 'jobs'),
      jobs: spread(jobs),
      perSecond: spread(figures.durable.map(({ seconds }) => count / seconds)),
      jobsPerSecond: spread(figures.jobs.map(({ seconds }) => count / seconds)),
    };
  },
};
