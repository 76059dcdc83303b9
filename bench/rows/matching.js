import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { watchStore } from '../harness/news-store.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, percentile, spread } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const sizes = [1_000, 10_000, 100_000, 1_000_000];

/** The figures measured at each size, with those that have a target. */
const series = {
  one: { what: 'one new item', unit: 'ms', bound: atMost(200) },
  shared: { what: 'one new item that a tenth of the monitors match', unit: 'ms' },
  thousand: { what: '1,000 new items', unit: 's', bound: atMost(30) },
  memory: { what: 'resident memory afterwards', unit: 'MB', bound: atMost(500) },
};

const targets = { one100000: atMost(5), thousand100000: atMost(3) };

const nameOf = (name, size) => `${name}${size}`;

const figures = Object.fromEntries(
  Object.entries(series).flatMap(([name, { what, ...rest }]) =>
    sizes.map((size) => [
      nameOf(name, size),
      {
        ...rest,
        what: `${what}, ${size.toLocaleString('en')} monitors`,
        target: targets[nameOf(name, size)],
      },
    ]),
  ),
);

export const matching = {
  name: 'matching',
  title: 'Matching news with monitors',
  compares:
    'New items through `addNews()` of the server, from the call to their stored matches, with 1,000 to 1,000,000 monitors in the store, alternating sizes. Each monitor names two of 20,000 names, and each item has four of these: it matches 0.04 % of the monitors. One item is the median of 50 that are added one after the other. One in ten monitors also names a name that no other item has: an item with it matches them all.',
  spent:
    'In a profile of 1,000 items with 100,000 monitors, reading prompts takes two fifths of the time: only 10,000 rules are kept in memory, fewer than the monitors that these items concern. Storing the matches takes a fifth. With an item that 10,000 monitors match, storing its matches takes half.',
  leavesOut:
    'Prompts with conditions, which take longer to judge, and monitors with feeds of their own. Matching of news that arrives while runs and searches use the same process.',
  settings: { rounds: 5, monitors: 1_000_000, single: 50, many: 1_000 },
  check: { rounds: 3, monitors: 10_000, single: 20, many: 200 },
  figures,
  async measure({ rounds, monitors, single, many }) {
    const measuredSizes = sizes.filter((size) => size <= monitors);
    const servers = new Map();
    for (const size of measuredSizes) {
      const data = join(temporaryFolder(), 'data');
      cpSync(await watchStore(size), data, { recursive: true });
      const server = await startProcess('watch-server.js');
      await server.ask('start', { data });
      // Unmeasured: code is compiled.
      await server.ask('addEach', { count: single });
      servers.set(size, server);
    }
    const contenders = Object.fromEntries(
      [...servers].map(([size, server]) => [
        size,
        async () => ({
          one: percentile(await server.ask('addEach', { count: single }), 0.5),
          shared: (await server.ask('addEach', { count: 1, shared: true }))[0],
          thousand: (await server.ask('addAll', many)).seconds,
          memory: await server.ask('megabytes'),
        }),
      ]),
    );
    const measured = await alternate(contenders, rounds);
    await Promise.all([...servers.values()].map((server) => server.end()));
    return Object.fromEntries(
      Object.keys(series).flatMap((name) => {
        const bySize = mapFigures(measured, (each) => each[name]);
        return measuredSizes.map((size) => [nameOf(name, size), spread(bySize[size])]);
      }),
    );
  },
};
