import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { copyStore } from '../harness/copy-store.js';
import { load, searchRequest } from '../harness/http-load.js';
import { newsStore, watchStore } from '../harness/news-store.js';
import { alternate, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf, writeNews } from '../harness/synthetic-news.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

/** Items that are added to the store with monitors in each round. */
const newItems = 1_000;

/** Limits V8's semi-spaces to their size on Node 20 and 22. */
const semiSpaceOption = '--max-semi-space-size=16';

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
  title: 'Memory of the server',
  compares:
    'Resident memory of `serve` with a new store five seconds after it is ready, and the peak of `serve` with 1,000,000 items from its start through 200 searches for four topics, 16 at a time. The last again with 100,000 monitors of two names each in the store, and 1,000 new items that are matched with them; all monitors are due at its start.',
  leavesOut: 'The page cache of the operating system, which belongs to no process.',
  spentHeading: 'Where the memory goes',
  spent:
    'In one run with a peak of 416 MB on Node 24, the two semi-spaces of V8, which hold new objects, take 134 MB (34 MB on Node 20 and 22). Other objects take 109 MB, of which the next collection freed 45 MB; pages of files, most of them of Node itself, 63 MB; buffers 40 MB; and compiled code, the caches of SQLite and other native memory the rest. `NODE_OPTIONS=--max-semi-space-size=16` limits the semi-spaces as on Node 20.',
  settings: {
    rounds: 5,
    items: 1_000_000,
    monitors: 100_000,
    searches: 200,
    idle: 5000,
  },
  check: { rounds: 2, items: 10_000, monitors: 5_000, searches: 50, idle: 500 },
  figures: {
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
    limited: { what: `the same with \`NODE_OPTIONS=${semiSpaceOption}\``, unit: 'MB' },
  },
  async measure({ rounds, items, monitors, searches, idle }) {
    const folder = temporaryFolder();
    const data = await newsStore(items);
    const watched = join(folder, 'watched');
    const watchedStore = await watchStore(monitors, items);
    let added = 3_000_000;
    const news = join(folder, 'news.jsonl');
    /** The peak of a server that searches, whose news is matched first. */
    const peakOfServing = async (args, round, options) => {
      const server = await startServerProgram(args, options);
      await load(
        server.baseUrl,
        queriesOf(4, searches, round).map((query) => searchRequest(apiKey, query)),
      );
      await untilQuiet(server);
      const megabytes = server.peakMegabytes();
      await server.stop();
      return megabytes;
    };
    const peakOfWatching = async (round, options) => {
      // A new copy: the monitors are due again only an hour after a round.
      rmSync(watched, { recursive: true, force: true });
      copyStore(watchedStore, watched);
      await writeNews(news, added, added + newItems);
      added += newItems;
      return peakOfServing(['--data', watched, '--news', news], round, options);
    };
    const servers = {
      async idle() {
        const server = await startServerProgram();
        await pause(idle);
        const megabytes = server.megabytes();
        await server.stop();
        return megabytes;
      },
      serving: (round) => peakOfServing(['--data', data], round),
      watching: (round) => peakOfWatching(round),
      limited: (round) => peakOfWatching(round, { env: { NODE_OPTIONS: semiSpaceOption } }),
    };
    const figures = await alternate(servers, rounds);
    return {
      idle: spread(figures.idle),
      serving: spread(figures.serving),
      watching: spread(figures.watching),
      limited: spread(figures.limited),
    };
  },
};
