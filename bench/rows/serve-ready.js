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
    'What answers requests is loaded right after the ready line: a request in that moment waits for it. A store that an earlier version wrote (it is migrated first), and a cold disk: the folder’s files are in the system’s cache.',
  spent:
    'By profile, beyond what node itself needs: the largest parts are evaluating the two bundles with what they load of Node, reading them with their code caches, the driver of SQLite (7 ms), and collecting garbage. Opening the store and its first queries are below a tenth.',
  tried:
    'The libraries are bundled into the server, in place of some 150 files, and the parsers of feeds and the sample are loaded when they are asked for. The server is built once more as a script that comes out of a code cache, which Node 20 has not for ES modules (3.15 to 2.55 in one sitting); what answers requests, with Node’s `fetch` classes and `http2`, is loaded as soon as the server is ready, and the words of the search are analysed for the first one (to 2.3). The scripts are ASCII: for one character beyond Latin-1 V8 keeps a text in two bytes each (to 2.1).',
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
