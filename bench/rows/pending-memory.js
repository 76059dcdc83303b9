import { figuresBySize, spreadsBySize } from '../harness/by-size.js';
import { startProcess } from '../harness/processes.js';
import { alternate } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const megabyte = 2 ** 20;
const sizes = [2_000, 10_000, 100_000];

/** Runs that are started at once. */
const runsAtOnce = 25;

const series = {
  resident: {
    what: 'growth in resident memory',
    unit: 'MB',
    label: 'resident',
    targets: { 10000: atMost(64) },
  },
  heap: { what: 'growth of the heap', unit: 'MB', label: 'heap' },
};

export const pendingMemory = {
  name: 'pending-memory',
  title: 'Memory of pending events',
  compares:
    'How much the memory of a server grows with 2,000, 10,000 and 100,000 events for 400 receivers that accept connections and never respond, measured after a garbage collection each time.',
  leavesOut: 'Disk space of the events.',
  spentHeading: 'Where the memory goes',
  spent:
    'Of 15 MB with 10,000 events in one round on Node 20, 6 are objects, 2.5 free space between objects, 5.5 memory of native code such as SQLite and sockets, and 0.5 compiled code. On Node 24, the heap grows as little, but the process keeps most of its peak after the collections: with semi-spaces of 16 MB instead of 64, it grew by 50 MB with 10,000 events and 138 MB with 100,000 in one round. What keeps the rest is not known.',
  settings: { rounds: 5, connections: 400, events: 100_000 },
  figures: figuresBySize(series, sizes, 'pending events'),
  async measure({ rounds, connections, events }) {
    const folder = temporaryFolder();
    const endpoint = await startProcess('endpoint.js');
    const dead = await endpoint.ask('startDead');
    const urls = Array.from({ length: connections }, (_, n) => `${dead}/${n}`);

    async function grown(round, size) {
      const runs = Math.ceil(size / connections);
      const server = await startProcess('monitor-server.js', { execArgv: ['--expose-gc'] });
      await server.ask('start', { data: `${folder}/${size}-${round}`, monitors: runs + 1, urls });
      // An unmeasured run, so that lazily created state exists already.
      await server.ask('run', 1);
      const before = await server.ask('memory');
      for (let left = runs; left > 0; left -= runsAtOnce) {
        await server.ask('run', Math.min(left, runsAtOnce));
      }
      const after = await server.ask('memory');
      await server.end();
      return {
        resident: (after.rss - before.rss) / megabyte,
        heap: (after.heap - before.heap) / megabyte,
      };
    }

    const measuredSizes = sizes.filter((size) => size <= events);
    const contenders = measuredSizes.map((size) => [size, (round) => grown(round, size)]);
    const measured = await alternate(Object.fromEntries(contenders), rounds);
    await endpoint.end();
    return spreadsBySize(Object.keys(series), measured);
  },
};
