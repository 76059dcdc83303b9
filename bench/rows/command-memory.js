import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { peakResidentMemory } from '../harness/process-status.js';
import { bareGet, binary, emptyScript, run } from '../harness/programs.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const reporter = fileURLToPath(new URL('../processes/report-memory.cjs', import.meta.url));

export const commandMemory = {
  name: 'command-memory',
  title: 'Memory of the command line',
  compares:
    'Peak resident memory of `account overview`, compared with a bare GET of the same address by `node:http` and with an empty Node script.',
  leavesOut: 'The page cache of the operating system, which belongs to no process.',
  spentHeading: 'Where the memory goes',
  spent:
    'Of the 11 MB that `account overview` takes more than a bare GET on Node 20 (9 on Node 24), 5 are pages of the executable of Node that a bare GET does not use, and 6 are its own: V8 has reserved 5 MB more for the heap, of which 3 are in use by code, its source and schemas. A bare GET takes about 4 MB more than an empty script.',
  settings: { rounds: 15 },
  check: { rounds: 3 },
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
    overviewMemory: { what: '`account overview`', unit: 'MB' },
    getMemory: { what: 'a bare GET', unit: 'MB' },
    emptyMemory: { what: 'an empty Node script', unit: 'MB' },
  },
  async measure({ rounds }) {
    const folder = temporaryFolder();
    const empty = emptyScript(folder);
    const file = join(folder, 'memory');
    const service = await startServerProgram();
    const env = {
      SERVICE_BASE_URL: service.baseUrl,
      SERVICE_API_KEY: apiKey,
      BENCH_MEMORY_FILE: file,
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
    };
    const peakOf = (...args) => {
      run(process.execPath, ['--require', reporter, ...args], { env });
      return peakResidentMemory(file);
    };
    const programs = {
      empty: () => peakOf(empty),
      get: () => peakOf(bareGet),
      overview: () => peakOf(binary, 'account', 'overview'),
    };
    // One unmeasured round: it fills the cache of compiled code.
    await alternate(programs, 1);
    const figures = await alternate(programs, rounds);
    await service.stop();
    return {
      overviewToGet: ratios(figures, 'overview', 'get'),
      overview: ratios(figures, 'overview', 'empty'),
      overviewMemory: spread(figures.overview),
      getMemory: spread(figures.get),
      emptyMemory: spread(figures.empty),
    };
  },
};
