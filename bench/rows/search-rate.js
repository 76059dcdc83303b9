import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { endChild, endWithRow } from '../harness/child.js';
import { load, searchRequest } from '../harness/http-load.js';
import { newsStore } from '../harness/news-store.js';
import { onOneCore } from '../harness/one-core.js';
import { alternate, ratios, spread } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf, random } from '../harness/synthetic-news.js';
import { atLeast } from '../harness/target.js';

const constantServer = fileURLToPath(new URL('../processes/constant-server.js', import.meta.url));

async function startConstant(bytes) {
  const whole = [process.execPath, constantServer, String(bytes)];
  const [command, ...args] = onOneCore(whole);
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  endWithRow(child);
  const [line] = await once(child.stdout, 'data');
  return { url: line.toString().trim(), stop: () => endChild(child) };
}

/** Searches for popular queries: the second is sent half as often as the first, and so on. */
function popular(count, seed) {
  const queries = queriesOf(2, 500, 0);
  const next = random(seed);
  return Array.from({ length: count }, () => queries[Math.floor(queries.length ** next()) - 1]);
}

export const searchRate = {
  name: 'search-rate',
  title: 'Searches per second on one core, 100,000 items',
  compares:
    'The real server on one core, with 16 connections from the other core, compared with a server on the same stack (Hono on node:http) that responds to every POST with a constant of the same size. Once with queries of two topics, each query once; once with ten times as many requests for 500 queries whose popularity follows Zipf.',
  leavesOut:
    'The cost of the load itself on a machine with one core. The constant server reads no body, checks no key and counts no usage.',
  spent:
    'For queries that are sent once, HTTP, keys and counting usage take 25 to 30 % of the processor time of the server, finding the terms of the query and of feedback in 200 candidates 14 %, headlines and the steps of a search 12 %, choosing candidates 9 %, reading the query 7 % and garbage collection 5 %. For popular queries, sockets take 15 %, the HTTP parser 12 %, reads of the database 10 %, garbage collection 9 % and the log line 5 %. [Parts kept for speed](../decisions/speed.md) lists what was tried.',
  settings: { rounds: 15, items: 100_000, searches: 500 },
  check: { rounds: 3, items: 10_000, searches: 100 },
  figures: {
    ratio: {
      what: 'searches/s, each query once, relative to a constant',
      unit: '×',
      target: atLeast(0.2),
      bound: atLeast(0.003),
    },
    popularRatio: {
      what: 'searches/s, popular queries, relative to a constant',
      unit: '×',
      target: atLeast(0.5),
      bound: atLeast(0.05),
    },
    distinct: { what: 'newswatch, each query once', unit: 'searches/s' },
    popular: { what: 'newswatch, popular queries', unit: 'searches/s' },
    constant: { what: 'the constant', unit: 'responses/s' },
  },
  async measure({ rounds, items, searches }) {
    const server = await startServerProgram(['--data', await newsStore(items)], { pinned: true });
    const requests = (queries) => queries.map((query) => searchRequest(apiKey, query));
    const first = await load(server.baseUrl, requests(queriesOf(2, searches, rounds)));
    const constant = await startConstant(Buffer.byteLength(first.body));
    const rate = async (url, list) => list.length / (await load(url, list)).seconds;
    const contenders = {
      constant: () => rate(constant.url, requests(popular(10 * searches, 0))),
      distinct: (round) => rate(server.baseUrl, requests(queriesOf(2, searches, round))),
      popular: (round) => rate(server.baseUrl, requests(popular(10 * searches, round))),
    };
    await contenders.constant();
    const figures = await alternate(contenders, rounds);
    await Promise.all([constant.stop(), server.stop()]);
    return {
      ratio: ratios(figures, 'distinct', 'constant'),
      popularRatio: ratios(figures, 'popular', 'constant'),
      distinct: spread(figures.distinct),
      popular: spread(figures.popular),
      constant: spread(figures.constant),
    };
  },
};
