import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { load, searchRequest } from '../harness/http-load.js';
import { newsStore, watchStore } from '../harness/news-store.js';
import { peakResidentMemory } from '../harness/process-status.js';
import { bareGet, binary, emptyScript, run } from '../harness/programs.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf, writeNews } from '../harness/synthetic-news.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const reporter = fileURLToPath(new URL('../processes/report-memory.cjs', import.meta.url));

/** Items that are added to the store with monitors in each round. */
const newItems = 1_000;

/** Resolves when a server has ended its work: it used less than a tenth of a core for a second. */
async function untilQuiet(server) {
  let before = -Infinity;
  while (server.work() - before > 100_000) {
    before = server.work();
    await pause(1000);
  }
}

export const memory = {
  name: 'memory',
  title: 'Resident memory',
  compares:
    'Peak resident memory of `account overview`, compared with a bare GET of the same address by `node:http` and with an empty Node script; of `serve` with a new store five seconds after it is ready; and the peak of `serve` with 1,000,000 items from its start through 200 searches for four topics, 16 at a time. The last again with 100,000 monitors of two names each in the store, and 1,000 new items that are matched with them; all monitors are due at its start. Servers are measured in five rounds.',
  leavesOut: 'The page cache of the operating system, which belongs to no process.',
  settings: {
    rounds: 15,
    serverRounds: 5,
    items: 1_000_000,
    monitors: 100_000,
    searches: 200,
    idle: 5000,
  },
  check: { rounds: 3, serverRounds: 2, items: 10_000, monitors: 5_000, searches: 50, idle: 500 },
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
    watching: {
      what: '`serve` with 1,000,000 items and 100,000 monitors, matching and searching',
      unit: 'MB',
      target: atMost(400),
      bound: atMost(500),
    },
    overviewMemory: { what: '`account overview`', unit: 'MB' },
    getMemory: { what: 'a bare GET', unit: 'MB' },
    emptyMemory: { what: 'an empty Node script', unit: 'MB' },
  },
  async measure({ rounds, serverRounds, items, monitors, searches, idle }) {
    const folder = temporaryFolder();
    const empty = emptyScript(folder);
    const file = join(folder, 'memory');
    const data = await newsStore(items);
    const watched = join(folder, 'watched');
    const watchedStore = await watchStore(monitors, items);
    let added = 3_000_000;
    const news = join(folder, 'news.jsonl');
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
    /** The peak of a server that searches, whose news is matched first. */
    const peakOfServing = async (args, round) => {
      const server = await startServerProgram(args);
      await load(
        server.baseUrl,
        queriesOf(4, searches, round).map((query) => searchRequest(apiKey, query)),
      );
      await untilQuiet(server);
      const megabytes = server.peakMegabytes();
      await server.stop();
      return megabytes;
    };
    const programs = {
      empty: () => peakOf(empty),
      get: () => peakOf(bareGet),
      overview: () => peakOf(binary, 'account', 'overview'),
    };
    // Their memory hardly varies, and each start takes long.
    const servers = {
      async idle() {
        const server = await startServerProgram();
        await pause(idle);
        const megabytes = server.megabytes();
        await server.stop();
        return megabytes;
      },
      serving: (round) => peakOfServing(['--data', data], round),
      async watching(round) {
        // A new copy: the monitors are due again only an hour after a round.
        rmSync(watched, { recursive: true, force: true });
        cpSync(watchedStore, watched, { recursive: true });
        await writeNews(news, added, added + newItems);
        added += newItems;
        return peakOfServing(['--data', watched, '--news', news], round);
      },
    };
    const figures = {
      ...(await alternate(programs, rounds)),
      ...(await alternate(servers, Math.min(rounds, serverRounds))),
    };
    await service.stop();
    return {
      overviewToGet: ratios(figures, 'overview', 'get'),
      overview: ratios(figures, 'overview', 'empty'),
      idle: spread(figures.idle),
      serving: spread(figures.serving),
      watching: spread(figures.watching),
      overviewMemory: spread(figures.overview),
      getMemory: spread(figures.get),
      emptyMemory: spread(figures.empty),
    };
  },
};
