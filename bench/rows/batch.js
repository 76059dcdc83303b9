import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newsStore } from '../harness/news-store.js';
import { binary, run } from '../harness/programs.js';
import { alternate, of, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf } from '../harness/synthetic-news.js';
import { atLeast } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const seconds = (what) => ({ what, unit: 's' });

export const batch = {
  name: 'batch',
  title: '1,000 searches',
  compares:
    'Whole processes: one `news search --batch`, 1,000 runs of `news search`, and `xargs -P2` with a curl for each query, each with 1,000 queries of two topics that were never asked before, against the real server on loopback with 10,000 items. The 1,000 runs are estimated: each round makes 10 of them, one after the other.',
  leavesOut:
    'curl is started 1,000 times because xargs does that; a script that keeps curl’s connection open would be faster. Runs of the command beside each other.',
  spent:
    'In the server: the searches themselves (see [searches per second](#search-rate)), and HTTP. The client needs about as much again, at the same time.',
  settings: { rounds: 15, queries: 1000, sample: 10, items: 10_000 },
  check: { rounds: 3, queries: 100, sample: 5 },
  figures: {
    toRuns: {
      what: '`--batch`, times as fast as a run for each search',
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
    runsTime: seconds('a run of `news search` for each, estimated'),
    curlTime: seconds('`xargs -P2 curl`'),
  },
  async measure({ rounds, queries: count, sample, items }) {
    const server = await startServerProgram(['--data', await newsStore(items)]);
    const file = join(temporaryFolder(), 'queries.txt');
    let seed = 0;
    // A query that comes again is no search: the server remembers its answer.
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
    const curl = ['curl', '-sS', '--fail', ...headers, '-d', '{"query":"{}"}', url];
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
      curl: () => run('xargs', ['-P2', '-I{}', ...curl], { input: fresh().join('\n') }) / 1000,
    };
    const figures = await alternate(contenders, rounds);
    await server.stop();
    const rates = of(figures, (time) => 1 / time);
    return {
      toRuns: ratios(rates, 'batch', 'runs'),
      toCurl: ratios(rates, 'batch', 'curl'),
      batchTime: spread(figures.batch),
      runsTime: spread(figures.runs),
      curlTime: spread(figures.curl),
    };
  },
};
