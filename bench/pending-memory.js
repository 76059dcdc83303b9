/**
 * What 10,000 events that wait cost in memory: a server before them and with them, all for
 * receivers that take connections and never answer. Each measured after a collection.
 *
 *   npm run build && node bench/pending-memory.js [rounds]
 */
import {
  alternate,
  numbersOr,
  of,
  report,
  spread,
  startProcess,
  temporaryFolder,
} from './harness.js';

const [rounds] = numbersOr(15);
const [runs, connections] = [25, 400];
const megabyte = 2 ** 20;
const folder = temporaryFolder();
const endpoint = await startProcess('endpoint.js');
const dead = await endpoint.ask('startDead');
const urls = Array.from({ length: connections }, (_, n) => `${dead}/${n}`);
let started = 0;

async function pending() {
  const server = await startProcess('watch-server.js', { execArgv: ['--expose-gc'] });
  const data = `${folder}/${started++}`;
  await server.ask('start', { data, monitors: runs + 1, urls });
  // A first run, so that what any run needs is there already.
  await server.ask('run', 1);
  const before = await server.ask('memory');
  await server.ask('run', runs);
  const after = await server.ask('memory');
  await server.end();
  return {
    resident: (after.rss - before.rss) / megabyte,
    heap: (after.heap - before.heap) / megabyte,
  };
}

const figures = await alternate({ pending }, rounds);
report('pending-memory', {
  unit: 'MB grown',
  pending: runs * connections,
  resident: spread(of(figures, ({ resident }) => resident).pending, 1),
  heap: spread(of(figures, ({ heap }) => heap).pending, 1),
  target: '< 64',
});
await endpoint.end();
