import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newsStore } from '../harness/news-store.js';
import { programVersion } from '../harness/peers.js';
import { binary, run } from '../harness/programs.js';
import { alternate, mapFigures, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf } from '../harness/synthetic-news.js';
import { atLeast } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const curlVersion = () => programVersion('curl');

const seconds = (what) => ({ what, unit: 's' });

export const batch = {
  name: 'batch',
  title: '1,000 searches',
  compares:
    'Whole processes: one `news search --batch`, 1,000 runs of `news search`, and `xargs -P2` with one curl for each query. Each gets 1,000 new queries of two topics and the same server on loopback with 10,000 items. The 1,000 runs are extrapolated from 10 sequential runs in each round.',
  leavesOut:
    'xargs starts curl 1,000 times; a script that keeps its connection open would be faster. Parallel runs of the command.',
  spent:
    'In the server: searches (see [searches per second](search-rate.md)) and HTTP. The client needs about as much again, in parallel.',
  peers: {
    curl: {
      version: curlVersion,
      settings:
        '`-sS --fail`, two processes at once, HTTP/1.1 without TLS, a new connection for each query.',
    },
  },
  settings: { rounds: 15, queries: 1000, sample: 10, items: 10_000 },
  check: { rounds: 3, queries: 100, sample: 5 },
  figures: {
    toRuns: {
      what: '`--batch`, times as fast as one run for each query',
      unit: '×',
      target: atLeast(40),
      bound: atLeast(5),
    },
    toCurl: {
      what: '`--batch`, times as fast as `xargs -P2 curl`',
      unit: '×',
      target: atLeast(2),
    },
    batchTime: seconds('`news search --batch`'),
    runsTime: seconds('one run of `news search` for each query, extrapolated'),
    curlTime: seconds('`xargs -P2 curl`'),
  },
  async measure({ rounds, queries: count, sample, items }) {
    const server = await startServerProgram(['--data', await newsStore(items)]);
    const file = join(temporaryFolder(), 'queries.txt');
    let seed = 0;
    // Each query is sent once: the server caches results.
    const fresh = () => queriesOf(2, count, seed++);
    const env = { SERVICE_BASE_URL: server.baseUrl, SERVICE_API_KEY: apiKey };
    const newswatch = (...args) =>
      run(process.execPath, [binary, 'news', 'search', ...args], { env }) / 1000;
    const url = `${server.baseUrl}/api/v1/news/search`;
    const headers = [
      '-H',
      `Authorization: Bearer ${apiKey}`,
      '-H',
      'Content-Type: application/json',
    ];
    const curlCommand = ['curl', '-sS', '--fail', ...headers, '-d', '{"query":"{}"}', url];
    const contenders = {
      batch: () => {
        writeFileSync(file, `${fresh().join('\n')}\n`);
        return newswatch('--batch', file);
      },
      runs: () => {
        const times = fresh()
          .slice(0, sample)
          .map((query) => newswatch(query));
        return (times.reduce((sum, time) => sum + time, 0) / sample) * count;
      },
    };
    if (curlVersion() !== undefined) {
      contenders.curl = () =>
        run('xargs', ['-P2', '-I{}', ...curlCommand], { input: fresh().join('\n') }) / 1000;
    }
    const figures = await alternate(contenders, rounds);
    await server.stop();
    const rates = mapFigures(figures, (time) => 1 / time);
    const curl = figures.curl && {
      toCurl: ratios(rates, 'batch', 'curl'),
      curlTime: spread(figures.curl),
    };
    return {
      toRuns: ratios(rates, 'batch', 'runs'),
      batchTime: spread(figures.batch),
      runsTime: spread(figures.runs),
      ...curl,
    };
  },
};
