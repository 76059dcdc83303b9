import { join } from 'node:path';
import { copyStore } from '../harness/copy-store.js';
import { watchStore } from '../harness/news-store.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { atLeast, atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

export const ticks = {
  name: 'ticks',
  title: 'Runs that find nothing',
  compares:
    '100,000 monitors with two names each become due at once, and nothing matches them: from due to stored runs, through the scheduler of the server on a manual clock, compared with a loop that stores the same rows in a copy of the store: it inserts a run and updates the next time of its monitor, in durable transactions of 200 runs. Each in its own process.',
  leavesOut:
    'Monitors with matches, with feeds of their own or with an agent, which run one by one. The loop reads no monitors, and checks neither leases nor plans.',
  settings: { rounds: 15, monitors: 100_000 },
  check: { rounds: 3, monitors: 5_000 },
  figures: {
    runs: { what: 'quiet runs of 100,000 monitors', unit: 'runs/s', target: atLeast(5_000) },
    ratio: {
      what: 'runs/s, relative to a loop that stores the same rows',
      unit: '×',
      bound: atLeast(0.05),
    },
    // Other load hardly changes processor time.
    workRatio: {
      what: 'processor time, relative to the loop',
      unit: '×',
      bound: atMost(15),
    },
    bare: { what: 'the loop', unit: 'runs/s' },
    // Of the process of each.
    runsWork: { what: 'newswatch, processor time', unit: 'µs each' },
    bareWork: { what: 'the loop, processor time', unit: 'µs each' },
  },
  async measure({ rounds, monitors }) {
    const store = await watchStore(monitors);
    async function started(file) {
      const data = join(temporaryFolder(), 'data');
      copyStore(store, data);
      const child = await startProcess(file);
      await child.ask('start', { data });
      return child;
    }
    const server = await started('watch-server.js');
    const loop = await started('plain-runs.js');
    const contenders = { runs: () => server.ask('tick'), bare: () => loop.ask('tick') };
    // One unmeasured round: code is compiled.
    await alternate(contenders, 1);
    const figures = await alternate(contenders, rounds);
    await Promise.all([server, loop].map((each) => each.end()));
    const perSecond = mapFigures(figures, ({ seconds }) => monitors / seconds);
    const work = mapFigures(figures, (each) => (each.work / monitors) * 1e6);
    return {
      runs: spread(perSecond.runs),
      ratio: ratios(perSecond, 'runs', 'bare'),
      workRatio: ratios(work, 'runs', 'bare'),
      bare: spread(perSecond.bare),
      runsWork: spread(work.runs),
      bareWork: spread(work.bare),
    };
  },
};
