import { join } from 'node:path';
import { figuresBySize, spreadsBySize } from '../harness/by-size.js';
import { copyStore } from '../harness/copy-store.js';
import { watchStore } from '../harness/news-store.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, percentile } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

/** Without monitors, the rest of the work remains: what the processor time is compared with. */
const none = 0;
const sizes = [1_000, 10_000, 100_000, 1_000_000];

/** The figures measured at each size. */
const series = {
  one: {
    what: 'one new item',
    unit: 'ms',
    label: 'matches 0.04 %',
    targets: { 100000: atMost(5) },
  },
  shared: {
    what: 'one new item that a tenth of the monitors match',
    unit: 'ms',
    label: 'matches 10 %',
  },
  thousand: { what: '1,000 new items', unit: 's', targets: { 100000: atMost(3) } },
  memory: {
    what: 'resident memory afterwards',
    unit: 'MB',
    bounds: { 1000: atMost(500), 10000: atMost(500) },
  },
  // Other load hardly changes processor time.
  oneWork: {
    what: 'processor time of one new item, relative to none',
    unit: '×',
    bounds: { 10000: atMost(7) },
  },
  thousandWork: {
    what: 'processor time of 1,000 new items, relative to none',
    unit: '×',
    bounds: { 10000: atMost(16) },
  },
};

export const matching = {
  name: 'matching',
  title: 'Matching news with monitors',
  compares:
    'New items through `addNews()` of the server, from the call to their stored matches, with 1,000 to 1,000,000 monitors in the store, alternating sizes; processor time is compared with that of a store without monitors. Each monitor names two of 20,000 names, and each item has four of these: it matches 0.04 % of the monitors. One item is the median of 50 that are added one after the other. The largest size is measured in three rounds. A tenth of the monitors also have one name in common: an item with this name matches all of them.',
  spent:
    'In a profile of 1,000 items with 100,000 monitors, storing the matches takes a quarter of the time, judging an eighth, compiling rules from stored conditions a tenth, and finding the monitors that an item may concern a twelfth. With one item, half of it is statements of SQLite, and the disk is synced twice. An item that a tenth of 100,000 monitors match takes 20 times as long as with 10,000 monitors, for ten times the matches: the memory for compiled rules (24 MB) is enough for the rules of 10,000 monitors, but not of 100,000, so the 1,000 other items of a round replace them, and 10,000 conditions are read from the file and compiled again. With ten times the memory for rules, ten times the matches take nine times as long.',
  leavesOut:
    'Prompts with conditions, which take longer to judge, and monitors with feeds of their own. Matching of news that arrives while runs and searches use the same process.',
  settings: { rounds: 15, largestRounds: 3, monitors: 1_000_000, single: 50, many: 1_000 },
  check: { rounds: 5, largestRounds: 5, monitors: 10_000, single: 20, many: 200 },
  figures: figuresBySize(series, sizes, 'monitors'),
  async measure({ rounds, largestRounds, monitors, single, many }) {
    /** A round with a million monitors takes more than a minute. */
    const roundsOf = (size) => (size === sizes.at(-1) ? Math.min(rounds, largestRounds) : rounds);
    const measuredSizes = sizes.filter((size) => size <= monitors);
    const servers = new Map();
    for (const size of [none, ...measuredSizes]) {
      const data = join(temporaryFolder(), 'data');
      copyStore(await watchStore(size), data);
      const server = await startProcess('watch-server.js');
      await server.ask('start', { data });
      // Unmeasured: code is compiled.
      await server.ask('addEach', { count: single });
      servers.set(size, server);
    }
    const contenders = Object.fromEntries(
      [...servers].map(([size, server]) => [
        size,
        async (round) => {
          if (round >= roundsOf(size)) return undefined;
          const each = await server.ask('addEach', { count: single });
          const shared = await server.ask('addEach', { count: 1, shared: true });
          const all = await server.ask('addAll', many);
          return {
            one: percentile(each.times, 0.5),
            shared: shared.times[0],
            thousand: all.seconds,
            memory: await server.ask('megabytes'),
            oneWork: each.work,
            thousandWork: all.work,
          };
        },
      ]),
    );
    const { [none]: without, ...measured } = await alternate(contenders, rounds);
    await Promise.all([...servers.values()].map((server) => server.end()));
    for (const size of measuredSizes) measured[size].length = roundsOf(size);
    const compared = mapFigures(measured, (each, round) => ({
      ...each,
      oneWork: each.oneWork / without[round].oneWork,
      thousandWork: each.thousandWork / without[round].thousandWork,
    }));
    return spreadsBySize(Object.keys(series), compared);
  },
};
