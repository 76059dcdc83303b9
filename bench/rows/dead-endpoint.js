import { setTimeout as pause } from 'node:timers/promises';
import { makeCertificate } from '../harness/certificate.js';
import { startProcess } from '../harness/processes.js';
import { alternate, percentile, ratios, spread } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

export const deadEndpoint = {
  name: 'dead-endpoint',
  title: 'Deliveries beside a dead receiver',
  compares:
    'The time from creating an event to its arrival at 99 receivers, with and without a hundredth receiver that accepts connections and never responds. One monitor runs repeatedly; each run makes an event for every connection.',
  leavesOut: 'More than one dead receiver in a hundred.',
  settings: { rounds: 15, runs: 20 },
  figures: {
    ratio: {
      what: 'p99 with a dead receiver, to p99 without it',
      unit: '×',
      target: atMost(1.2),
    },
    beside: { what: 'p99 with a dead receiver', unit: 'ms' },
    without: { what: 'p99 without a dead receiver', unit: 'ms' },
  },
  async measure({ rounds, runs }) {
    const good = 99;
    const folder = temporaryFolder();
    const certificate = makeCertificate(folder);
    const endpoint = await startProcess('endpoint.js');
    const url = await endpoint.ask('start', certificate);
    const urls = Array.from({ length: good }, (_, n) => `${url}/${n}`);
    const dead = await endpoint.ask('startDead');

    async function startServer(name, addresses) {
      const server = await startProcess('monitor-server.js', {
        env: { NODE_EXTRA_CA_CERTS: certificate.certificate },
      });
      const data = `${folder}/${name}`;
      await server.ask('start', { data, monitors: (rounds + 1) * runs, urls: addresses });
      return server;
    }

    /** The 99th percentile of the delay of the good receivers over some runs, in milliseconds. */
    async function lateness(server) {
      const noted = [];
      for (let run = 0; run < runs; run += 1) {
        const arrived = endpoint.ask('arrivals', { count: good, lateness: true });
        await server.ask('run', 1);
        noted.push(...(await arrived));
        await pause(20);
      }
      return percentile(noted, 0.99);
    }

    const without = await startServer('without', urls);
    const beside = await startServer('beside', [dead, ...urls]);
    const contenders = { without: () => lateness(without), beside: () => lateness(beside) };
    // One unmeasured round: connections are opened, code is compiled.
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    await Promise.all([endpoint, without, beside].map((each) => each.end()));
    return {
      ratio: ratios(figures, 'beside', 'without'),
      beside: spread(figures.beside),
      without: spread(figures.without),
    };
  },
};
