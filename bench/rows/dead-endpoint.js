import { setTimeout as pause } from 'node:timers/promises';
import { makeCertificate } from '../harness/certificate.js';
import { startProcess } from '../harness/processes.js';
import { alternate, percentile, ratios, spread } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { webhookUrls } from '../harness/webhook-urls.js';

export const deadEndpoint = {
  name: 'dead-endpoint',
  title: 'Deliveries with a dead receiver',
  compares:
    'The time from creating an event to its arrival at 99 receivers, with and without a hundredth receiver, on a host of its own, that accepts connections and never responds. One monitor runs repeatedly; each run creates an event for every connection.',
  leavesOut: 'More than one dead receiver in a hundred.',
  settings: { rounds: 15, runs: 20 },
  figures: {
    ratio: {
      what: 'p99 with a dead receiver, relative to p99 without it',
      unit: '×',
      target: atMost(1.2),
    },
    withDead: { what: 'p99 with a dead receiver', unit: 'ms' },
    without: { what: 'p99 without a dead receiver', unit: 'ms' },
  },
  async measure({ rounds, runs }) {
    const good = 99;
    const folder = temporaryFolder();
    const certificate = makeCertificate(folder);
    const endpoint = await startProcess('endpoint.js');
    const url = await endpoint.ask('start', certificate);
    const urls = webhookUrls(url, good);
    const dead = await endpoint.ask('startDead');

    async function startServer(name, addresses) {
      const server = await startProcess('monitor-server.js', {
        env: { NODE_EXTRA_CA_CERTS: certificate.certificate },
      });
      const data = `${folder}/${name}`;
      await server.ask('start', { data, monitors: (rounds + 1) * runs, urls: addresses });
      return server;
    }

    /** The 99th percentile of the delay at the good receivers over all runs, in milliseconds. */
    async function delayP99(server) {
      const delays = [];
      for (let run = 0; run < runs; run += 1) {
        const arrived = endpoint.ask('arrivals', { count: good, withDelays: true });
        await server.ask('run', 1);
        delays.push(...(await arrived));
        await pause(20);
      }
      return percentile(delays, 0.99);
    }

    const without = await startServer('without', urls);
    const withDead = await startServer('withDead', [dead, ...urls]);
    const contenders = { without: () => delayP99(without), withDead: () => delayP99(withDead) };
    // A warm-up round, which opens connections and compiles code.
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    await Promise.all([endpoint, without, withDead].map((each) => each.end()));
    return {
      ratio: ratios(figures, 'withDead', 'without'),
      withDead: spread(figures.withDead),
      without: spread(figures.without),
    };
  },
};
