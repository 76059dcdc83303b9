import { load, searchRequest } from '../harness/http-load.js';
import { newsStore } from '../harness/news-store.js';
import { startProcess } from '../harness/processes.js';
import { alternate, mapFigures, percentile, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf } from '../harness/synthetic-news.js';
import { atMost } from '../harness/target.js';

export const searchLatency = {
  name: 'search-latency',
  title: 'Search among 1,000,000 items',
  compares:
    'The worst class of queries: four frequent topics, any may match, without a time bound. 100 such queries in each round, each query once, sequentially over HTTP to the real server; compared with all SQL statements that such a search runs without caches (except document frequencies), recorded from it and run directly in another process.',
  leavesOut:
    'Concurrent searches and writes. The same SQL is run without the caches of the server, so the ratio shows only that the server adds little. The database is in the system cache: with less memory than its 2 GB, disk speed dominates.',
  settings: { rounds: 15, items: 1_000_000, queries: 100 },
  check: { rounds: 3, items: 10_000, queries: 40 },
  figures: {
    p95: { what: 'search over HTTP, p95', unit: 'ms', target: atMost(8) },
    ratio: {
      what: 'p95, relative to the same SQL run directly',
      unit: '×',
      target: atMost(1.5),
      bound: atMost(8),
    },
    median: { what: 'search over HTTP, median', unit: 'ms' },
    bareP95: { what: 'the same SQL run directly, p95', unit: 'ms' },
    bareMedian: { what: 'the same SQL run directly, median', unit: 'ms' },
  },
  async measure({ rounds, items, queries }) {
    const data = await newsStore(items);
    const lists = Array.from({ length: rounds + 1 }, (_, seed) => queriesOf(4, queries, seed));
    const sql = await startProcess('search-sql.js');
    await sql.ask('prepare', { data, lists });
    const server = await startServerProgram(['--data', data]);
    const contenders = {
      bare: (list) => sql.ask('times', list),
      http: async (list) => {
        const requests = lists[list].map((query) => searchRequest(apiKey, query));
        return (await load(server.baseUrl, requests, { connections: 1 })).times;
      },
    };
    // One unmeasured list: code is compiled, pages are in memory.
    for (const measure of Object.values(contenders)) await measure(rounds);
    const figures = await alternate(contenders, rounds);
    await Promise.all([sql.end(), server.stop()]);
    const p95 = mapFigures(figures, (times) => percentile(times, 0.95));
    const median = mapFigures(figures, (times) => percentile(times, 0.5));
    return {
      p95: spread(p95.http),
      ratio: ratios(p95, 'http', 'bare'),
      median: spread(median.http),
      bareP95: spread(p95.bare),
      bareMedian: spread(median.bare),
    };
  },
};
