import { newsStore } from '../harness/news-store.js';
import { emptyScript, run } from '../harness/programs.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { timeToReady } from '../harness/server-program.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

export const serveReady = {
  name: 'serve-ready',
  title: 'Starting the server',
  compares:
    'From the start of `newswatch serve` on a folder with 100,000 items to its ready line, compared with a Node process that runs an empty script.',
  leavesOut:
    'Loading the MCP library, which starts with the ready line and delays the first requests. A cold disk: the files are in the page cache.',
  settings: { rounds: 31, items: 100_000 },
  check: { rounds: 7, items: 10_000 },
  figures: {
    ratio: {
      what: '`serve` to its ready line, relative to an empty Node script',
      unit: '×',
      target: atMost(2.5),
      bound: atMost(6),
    },
    ready: { what: '`serve` to its ready line', unit: 'ms' },
    empty: { what: 'an empty Node script', unit: 'ms' },
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
