import { newsStore } from '../harness/news-store.js';
import { emptyScript, run } from '../harness/programs.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { timeToReady } from '../harness/server-program.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

export const serveReady = {
  name: 'serve-ready',
  title: 'Start of the server',
  compares:
    'From the start of `newswatch serve` on a folder with 100,000 items to its ready line, against the whole process of node with an empty script.',
  leavesOut:
    'A store that an earlier version wrote (it is migrated first), and a cold disk: the folder’s files are in the system’s cache.',
  spent:
    'By profile, half of it is Node’s module loader: the server’s dependencies are some 370 separate files (feedsmith 139, zod 97, hono 46), each resolved, opened and compiled. Opening the store and the first queries are below a tenth.',
  settings: { rounds: 31, items: 100_000 },
  check: { rounds: 7, items: 10_000 },
  figures: {
    ratio: {
      what: '`serve` to its ready line, to an empty node script',
      unit: '×',
      target: atMost(2.5),
      bound: atMost(12),
    },
    ready: { what: '`serve` to its ready line', unit: 'ms' },
    empty: { what: 'an empty node script', unit: 'ms' },
  },
  async measure({ rounds, items }) {
    const data = await newsStore(items);
    const script = emptyScript(temporaryFolder());
    const contenders = {
      empty: () => run(process.execPath, [script]),
      ready: () => timeToReady(data),
    };
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    return {
      ratio: ratios(figures, 'ready', 'empty'),
      ready: spread(figures.ready),
      empty: spread(figures.empty),
    };
  },
};
