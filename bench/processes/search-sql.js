/**
 * A process that records which SQL a search runs and runs it directly. It is recorded from the server
 * itself, so it is always the same SQL.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from 'newswatch';
import { startServer } from 'newswatch/server';
import { offer } from '../harness/processes.js';
import { DatabaseSync, replaceDatabase } from '../harness/sqlite.cjs';

const key = 'nw_key_for_sql';
const fixture = { accounts: [{ id: 'sql', keys: [key] }] };

let recorded = [];
let statements;
let looks = 0;
const counted = new Set();

/**
 * A database that records each statement on news. Its generation seems to change with each read, so that
 * the server's caches are invalid and each search runs all of its statements. Document frequencies are
 * recorded once, because they stay cached while the news does not change.
 */
class RecordingDatabase extends DatabaseSync {
  prepare(sql) {
    const statement = super.prepare(sql);
    if (!/\bnews/.test(sql)) return statement;
    const noted =
      (method) =>
      (...values) => {
        if (isNew(sql, values)) recorded.push({ sql, method, values });
        const row = statement[method](...values);
        return row?.generation === undefined ? row : { ...row, generation: ++looks };
      };
    return { get: noted('get'), all: noted('all'), run: noted('run') };
  }
}

function isNew(sql, [term]) {
  if (!/\bnews_vocabulary\b/.test(sql)) return true;
  const known = counted.has(term);
  counted.add(term);
  return !known;
}

// The server in this process loads the driver when it opens its store.
replaceDatabase(RecordingDatabase);

/** The statements of each query's search. */
async function statementsOf(data, queries) {
  const server = await startServer({ data, fixture });
  const client = createClient({ baseUrl: server.baseUrl, apiKey: key });
  const lists = [];
  for (const query of queries) {
    recorded = [];
    await client.news.search({ query });
    lists.push(recorded);
  }
  await client.close();
  await server.close();
  return lists;
}

offer({
  /** Records the SQL that the queries of each list run, and opens the database to run it directly. */
  async prepare({ data, lists }) {
    const learned = await statementsOf(data, lists.flat());
    const file = readdirSync(data).find((name) => name.endsWith('.db'));
    const database = new DatabaseSync(join(data, file));
    const prepared = new Map();
    const bind = ({ sql, method, values }) => {
      if (!prepared.has(sql)) prepared.set(sql, database.prepare(sql));
      const statement = prepared.get(sql);
      return () => statement[method](...values);
    };
    let at = 0;
    statements = lists.map((list) => list.map(() => learned[at++].map(bind)));
  },
  /** Runs the SQL of one list: milliseconds for each query. */
  async times(list) {
    return statements[list].map((steps) => {
      const started = performance.now();
      for (const step of steps) step();
      return performance.now() - started;
    });
  },
});
