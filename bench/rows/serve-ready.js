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
    'By profile, of some 110 ms beyond what node itself needs, half is Node’s own: compiling the server’s ES modules (18 ms), loading its modules of the network, and its global `fetch` classes (8 ms). Evaluating the bundle is a quarter, collecting garbage an eighth. Opening the store and its first queries are below a tenth.',
  tried:
    'The libraries are bundled into the server, in place of some 150 files, and the parsers of feeds and the sample are loaded when they are asked for: from 7.0 to 3.2 in one sitting. Not tried: a code cache, which Node 20 cannot use for ES modules.',
  settings: { rounds: 31, items: 100_000 },
  check: { rounds: 7, items: 10_000 },
  figures: {
    ratio: {
      what: '`serve` to its ready line, to an empty node script',
      unit: '×',
      target: atMost(2.5),
      bound: atMost(6),
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
