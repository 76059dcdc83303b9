import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { load, searchRequest } from '../harness/http-load.js';
import { newsStore } from '../harness/news-store.js';
import { peakResidentMemory } from '../harness/process-status.js';
import { bareGet, binary, emptyScript, run } from '../harness/programs.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf } from '../harness/synthetic-news.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const reporter = fileURLToPath(new URL('../processes/report-memory.cjs', import.meta.url));

export const memory = {
  name: 'memory',
  title: 'Resident memory',
  compares:
    'Peak resident memory of `account overview`, compared with a bare GET of the same address by `node:http` and with an empty Node script; of `serve` with a new store five seconds after it is ready; and the peak of `serve` with 1,000,000 items from its start through 200 searches for four topics, 16 at a time.',
  leavesOut: 'The page cache of the operating system, which belongs to no process.',
  settings: { rounds: 15, items: 1_000_000, searches: 200, idle: 5000 },
  check: { rounds: 3, items: 10_000, searches: 50, idle: 500 },
  figures: {
    overviewToGet: {
      what: '`account overview`, relative to a bare GET',
      unit: '×',
      target: atMost(1.15),
      bound: atMost(1.6),
    },
    overview: {
      what: '`account overview`, relative to an empty Node script',
      unit: '×',
      target: atMost(1.3),
      bound: atMost(1.8),
    },
    idle: { what: 'idle `serve`', unit: 'MB', target: atMost(120), bound: atMost(160) },
    serving: {
      what: '`serve` while it searches 1,000,000 items',
      unit: 'MB',
      target: atMost(250),
      bound: atMost(350),
    },
    overviewMemory: { what: '`account overview`', unit: 'MB' },
    getMemory: { what: 'a bare GET', unit: 'MB' },
    emptyMemory: { what: 'an empty Node script', unit: 'MB' },
  },
  async measure({ rounds, items, searches, idle }) {
    const folder = temporaryFolder();
    const empty = emptyScript(folder);
    const file = join(folder, 'memory');
    const data = await newsStore(items);
    const service = await startServerProgram();
    const env = {
      SERVICE_BASE_URL: service.baseUrl,
      SERVICE_API_KEY: apiKey,
      BENCH_MEMORY_FILE: file,
    };
    const peakOf = (...args) => {
      run(process.execPath, ['--require', reporter, ...args], { env });
      return peakResidentMemory(file);
    };
    const contenders = {
      empty: () => peakOf(empty),
      get: () => peakOf(bareGet),
      overview: () => peakOf(binary, 'account', 'overview'),
      async idle() {
        const server = await startServerProgram();
        await pause(idle);
        const megabytes = server.megabytes();
        await server.stop();
        return megabytes;
      },
      async serving(round) {
        const server = await startServerProgram(['--data', data]);
        const queries = queriesOf(4, searches, round);
        await load(
          server.baseUrl,
          queries.map((query) => searchRequest(apiKey, query)),
        );
        const megabytes = server.peakMegabytes();
        await server.stop();
        return megabytes;
      },
    };
    const figures = await alternate(contenders, rounds);
    await service.stop();
    return {
      overviewToGet: ratios(figures, 'overview', 'get'),
      overview: ratios(figures, 'overview', 'empty'),
      idle: spread(figures.idle),
      serving: spread(figures.serving),
      overviewMemory: spread(figures.overview),
      getMemory: spread(figures.get),
      emptyMemory: spread(figures.empty),
    };
  },
};
