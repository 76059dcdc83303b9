import { load, searchRequest } from '../harness/http-load.js';
import { newsStore } from '../harness/news-store.js';
import { packageVersion } from '../harness/peers.js';
import { startProcess } from '../harness/processes.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf } from '../harness/synthetic-news.js';

/** By the names of the engines in `search-engine.js`. */
const names = { miniSearch: 'MiniSearch', orama: 'Orama', wink: 'wink' };

const figuresOf = ([key, name]) => [
  [`${key}Rate`, { what: `${name}, searches/s`, unit: 'searches/s' }],
  [`${key}Memory`, { what: `${name}, resident memory`, unit: 'MB' }],
];

/** A search library in a process of its own, as a contender. */
async function startEngine(engine, items) {
  // Their indexes are larger than the usual limit of the heap.
  const child = await startProcess('search-engine.js', {
    execArgv: ['--expose-gc', '--max-old-space-size=8192'],
  });
  await child.ask('open', { engine, items });
  return {
    async measure(queries) {
      const { seconds } = await child.ask('search', queries);
      return queries.length / seconds;
    },
    megabytes: () => child.ask('megabytes'),
    stop: () => child.end(),
  };
}

async function startNewswatch(items) {
  const server = await startServerProgram(['--data', await newsStore(items)]);
  return {
    async measure(queries) {
      const requests = queries.map((query) => searchRequest(apiKey, query));
      const { seconds } = await load(server.baseUrl, requests, { connections: 1 });
      return queries.length / seconds;
    },
    megabytes: server.megabytes,
    stop: server.stop,
  };
}

export const searchEngines = {
  name: 'search-engines',
  title: 'Search libraries, 100,000 items',
  compares:
    'Searches per second and resident memory with 100,000 generated items, one search after the other, each query of two topics once. newswatch is the real server: each search is an HTTP request, and the items are in its database on disk. The libraries are called in their own process, and their index is in its memory.',
  leavesOut:
    'The quality of the results, which [ranking](ranking.md) measures. How long it takes to build the indexes. HTTP, durability, languages, dates and several versions of a story, which the libraries do not have. The page cache of the operating system.',
  peers: {
    MiniSearch: {
      version: () => packageVersion('minisearch'),
      settings: 'any word, title × 2, no stored fields, otherwise the defaults.',
    },
    Orama: {
      version: () => packageVersion('@orama/orama'),
      settings: 'title × 2, otherwise the defaults: it keeps the items.',
    },
    wink: {
      version: () => packageVersion('wink-bm25-text-search'),
      settings: 'title × 2, without stop words, with stems of `wink-nlp-utils`; no stored fields.',
    },
    'wink-nlp-utils': {
      version: () => packageVersion('wink-nlp-utils'),
      settings: 'prepares the text for wink.',
    },
  },
  settings: { rounds: 15, items: 100_000, queries: 100 },
  figures: {
    ...Object.fromEntries(
      Object.entries(names).map(([key, name]) => [
        `${key}Ratio`,
        { what: `newswatch, searches/s relative to ${name}`, unit: '×' },
      ]),
    ),
    ...Object.fromEntries(Object.entries({ newswatch: 'newswatch', ...names }).flatMap(figuresOf)),
  },
  async measure({ rounds, items, queries }) {
    const started = { newswatch: await startNewswatch(items) };
    for (const engine of Object.keys(names)) started[engine] = await startEngine(engine, items);
    const contenders = Object.fromEntries(
      Object.entries(started).map(([name, { measure }]) => [
        name,
        (round) => measure(queriesOf(2, queries, round)),
      ]),
    );
    // An unmeasured round: code is compiled.
    for (const measure of Object.values(contenders)) await measure(rounds);
    const rates = await alternate(contenders, rounds);
    const measured = {};
    for (const engine of Object.keys(names)) {
      measured[`${engine}Ratio`] = ratios(rates, 'newswatch', engine);
    }
    for (const [name, { megabytes, stop }] of Object.entries(started)) {
      measured[`${name}Rate`] = spread(rates[name]);
      measured[`${name}Memory`] = spread([await megabytes()]);
      await stop();
    }
    return measured;
  },
};
