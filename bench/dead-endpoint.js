/**
 * How late events arrive at 99 receivers, from their making: beside a hundredth that takes
 * connections and never answers, against without it. A monitor runs again and again; each run makes
 * an event for every connection.
 *
 *   npm run build && node bench/dead-endpoint.js [rounds] [runs]
 */
import { setTimeout as pause } from 'node:timers/promises';
import { makeCertificate } from './certificate.js';
import {
  alternate,
  numbersOr,
  percentile,
  ratios,
  report,
  spread,
  startProcess,
  temporaryFolder,
} from './harness.js';

const [rounds, runs] = numbersOr(15, 20);
const good = 99;
const folder = temporaryFolder();
const certificate = makeCertificate(folder);
const endpoint = await startProcess('endpoint.js');
const url = await endpoint.ask('start', certificate);
const urls = Array.from({ length: good }, (_, n) => `${url}/${n}`);
const dead = await endpoint.ask('startDead');

async function startServer(name, addresses) {
  const server = await startProcess('watch-server.js', {
    env: { NODE_EXTRA_CA_CERTS: certificate.certificate },
  });
  const data = `${folder}/${name}`;
  await server.ask('start', { data, monitors: (rounds + 1) * runs, urls: addresses });
  return server;
}

const servers = {
  without: await startServer('without', urls),
  beside: await startServer('beside', [dead, ...urls]),
};

/** The 99th percentile of the good ones' lateness over some runs, in milliseconds. */
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

const contenders = {
  without: () => lateness(servers.without),
  beside: () => lateness(servers.beside),
};
// Both once before it counts: connections are made, code is compiled.
await alternate(contenders, 1);
const figures = await alternate(contenders, rounds);
report('dead-endpoint', {
  unit: 'ms, p99',
  events: runs * good,
  without: spread(figures.without, 1),
  beside: spread(figures.beside, 1),
  ratio: ratios(figures, 'beside', 'without'),
  target: '<= 1.2',
});
await Promise.all([endpoint, ...Object.values(servers)].map((each) => each.end()));
