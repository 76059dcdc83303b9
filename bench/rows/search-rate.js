import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
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
  const [line] = await once(child.stdout, 'data');
  return { url: line.toString().trim(), stop: () => child.kill() };
}

/** So many searches for popular queries: the second is asked half as often as the first, and so on. */
function popular(count, seed) {
  const queries = queriesOf(2, 500, 0);
  const next = random(seed);
  return Array.from({ length: count }, () => queries[Math.floor(queries.length ** next()) - 1]);
}

export const searchRate = {
  name: 'search-rate',
  title: 'Searches per second on one core, 100,000 items',
  compares:
    'The real server, held to one core, under 16 connections from the other, against a server on the same stack (Hono on node:http) that answers every POST with a constant of the same size. Once with queries of two topics of which none returns, once with ten times as many of 500 that return as popular ones do (Zipf): each minute every one of them is searched for anew.',
  leavesOut:
    'What the load costs where there is but one core. The constant server reads no body, knows no key, and counts no usage.',
  spent:
    'By profile, where no query returns, a fifth of a search is SQL, nearly all of it for items that were not read lately: the terms of one in ten of the 100 best, and some of the 20 items that are shown. A quarter scores the 100 and learns from the best of them, an eighth adds the lists of matches up, and a quarter is HTTP, the key and writing the answer as JSON. Where queries return, a quarter goes into sending, a sixth into two look-ups in the database (whose key it is, and whether the news has changed), and the rest into HTTP, the body and the log.',
  tried:
    'An answer is given again, as JSON too, until the news changes or the minute is over: from 0.002 to 0.3 of the constant for popular queries. That JSON is sent as it is, past the web’s `Response` and its streams, and a key with its account is one look-up: from 230 to 140 µs of the processor’s time. For queries that never return, what matches a term, what items are ranked by and what is shown of them is remembered until the news changes, in at most 36 MB, and lists are added up and terms looked for in arrays of numbers, each text twice in place of four times: from 4.0 to 1.2 ms of the processor’s time for a search. Without gain: sending as Latin-1, a larger cache of SQLite, its file mapped into memory (a fifth of what is read of the items, for as much resident memory as is mapped), reading items one by one.',
  settings: { rounds: 15, items: 100_000, searches: 500 },
  check: { rounds: 3, items: 10_000, searches: 100 },
  figures: {
    ratio: {
      what: 'searches/s, no query twice, to a constant',
      unit: '×',
      target: atLeast(0.5),
      bound: atLeast(0.003),
    },
    popularRatio: {
      what: 'searches/s, popular queries, to a constant',
      unit: '×',
      target: atLeast(0.5),
      bound: atLeast(0.05),
    },
    distinct: { what: 'newswatch, no query twice', unit: 'searches/s' },
    popular: { what: 'newswatch, popular queries', unit: 'searches/s' },
    constant: { what: 'the constant', unit: 'answers/s' },
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
    constant.stop();
    await server.stop();
    return {
      ratio: ratios(figures, 'distinct', 'constant'),
      popularRatio: ratios(figures, 'popular', 'constant'),
      distinct: spread(figures.distinct),
      popular: spread(figures.popular),
      constant: spread(figures.constant),
    };
  },
};
