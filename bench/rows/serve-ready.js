import { newsStore } from '../harness/news-store.js';
import { childProcessorTime } from '../harness/process-status.js';
import { emptyScript, run } from '../harness/programs.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { timeToReady } from '../harness/server-program.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const sum = (values) => values.reduce((before, each) => before + each, 0);

export const serveReady = {
  name: 'serve-ready',
  title: 'Starting the server',
  compares:
    'From the start of `newswatch serve` on a folder with 100,000 items to its ready line, compared with a Node process that runs an empty script.',
  leavesOut:
    'Loading the MCP library, which begins after the ready line and blocks the event loop for 25 to 45 ms on Node 20 and 40 to 85 on Node 24. The first call of MCP takes another 50 to 80 ms. A cold disk: the files are in the page cache.',
  spent:
    'In CPU profiles on Node 24 and 20, evaluating the modules of the server takes 24 and 19 % of the time; finding, reading and linking about 60 ES modules 19 and 14; compiling them 7 and 19, because Node 20 keeps no compiled code; the command line 17 and 20; starting the server 10 and 11; and the undici that Node contains 10 and 5: an ES module that imports `node:http` reads all exports of it, and `WebSocket` comes from undici. [Start-up](../decisions/start-up.md) lists what was tried.',
  settings: { rounds: 31, items: 100_000 },
  check: { rounds: 7, items: 10_000 },
  figures: {
    ratio: {
      what: '`serve` to its ready line, relative to an empty Node script',
      unit: '×',
      target: atMost(2.5),
    },
    // Other load hardly changes processor time.
    workRatio: {
      what: 'processor time to the ready line, relative to an empty Node script, of all rounds together',
      unit: '×',
      bound: atMost(9),
    },
    ready: { what: '`serve` to its ready line', unit: 'ms' },
    empty: { what: 'an empty Node script', unit: 'ms' },
  },
  async measure({ rounds, items }) {
    const data = await newsStore(items);
    const script = emptyScript(temporaryFolder());
    const contenders = {
      empty: () => {
        const before = childProcessorTime();
        const time = run(process.execPath, [script]);
        return { time, work: childProcessorTime() - before };
      },
      ready: () => timeToReady(data),
    };
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    const times = mapFigures(figures, ({ time }) => time);
    const work = mapFigures(figures, (each) => each.work);
    return {
      ratio: ratios(times, 'ready', 'empty'),
      // A single empty script takes only one or two ticks of the clock of processor time.
      workRatio: spread([sum(work.ready) / sum(work.empty)]),
      ready: spread(times.ready),
      empty: spread(times.empty),
    };
  },
};
