import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, spread } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const megabyte = 2 ** 20;

export const pendingMemory = {
  name: 'pending-memory',
  title: 'Memory of 10,000 pending events',
  compares:
    'How much the memory of a server grows with 10,000 events for receivers that accept connections and never respond, measured after a garbage collection each time.',
  leavesOut: 'Disk space of the events.',
  settings: { rounds: 15, runs: 25, connections: 400 },
  figures: {
    resident: { what: 'resident memory grown', unit: 'MB', target: atMost(64) },
    heap: { what: 'heap grown', unit: 'MB' },
  },
  async measure({ rounds, runs, connections }) {
    const folder = temporaryFolder();
    const endpoint = await startProcess('endpoint.js');
    const dead = await endpoint.ask('startDead');
    const urls = Array.from({ length: connections }, (_, n) => `${dead}/${n}`);

    async function grown(round) {
      const server = await startProcess('monitor-server.js', { execArgv: ['--expose-gc'] });
      await server.ask('start', { data: `${folder}/${round}`, monitors: runs + 1, urls });
      // An unmeasured run, so that lazily created state exists already.
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

    const figures = await alternate({ grown }, rounds);
    await endpoint.end();
    return {
      resident: spread(mapFigures(figures, ({ resident }) => resident).grown),
      heap: spread(mapFigures(figures, ({ heap }) => heap).grown),
    };
  },
};
