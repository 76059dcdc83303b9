import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { figuresBySize, spreadsBySize } from '../harness/by-size.js';
import { makeCertificate } from '../harness/certificate.js';
import { copyStore } from '../harness/copy-store.js';
import { load, searchRequest } from '../harness/http-load.js';
import { newsStore } from '../harness/news-store.js';
import { startProcess } from '../harness/processes.js';
import { alternate, percentile } from '../harness/rounds.js';
import { apiKey, startServerProgram } from '../harness/server-program.js';
import { queriesOf, writeNews } from '../harness/synthetic-news.js';
import { temporaryFolder } from '../harness/temporary-folder.js';
import { webhookUrls } from '../harness/webhook-urls.js';

const sizes = [10_000, 100_000, 1_000_000];

/** The figures measured at each size. */
const series = {
  median: { what: 'search for four topics, median', unit: 'ms', label: 'median' },
  p95: { what: 'search for four topics, p95', unit: 'ms', label: 'p95' },
  previews: { what: 'creating monitors with their previews', unit: 'monitors/s' },
  newsIn: { what: 'importing news', unit: 'items/s' },
  deliveries: { what: 'deliveries', unit: 'deliveries/s' },
  memory: { what: 'peak resident memory while searching', unit: 'MB' },
};

async function search(data, queries) {
  const server = await startServerProgram(['--data', data]);
  const requests = queries.map((query) => searchRequest(apiKey, query));
  const warm = requests.splice(0, requests.length / 5);
  await load(server.baseUrl, warm, { connections: 1 });
  const { times } = await load(server.baseUrl, requests, { connections: 1 });
  const memory = server.peakMegabytes();
  await server.stop();
  return { median: percentile(times, 0.5), p95: percentile(times, 0.95), memory };
}

/** Imports a file into a copy of the store: items per second. */
async function bringIn(store, file, items) {
  const data = join(temporaryFolder(), 'data');
  copyStore(store, data);
  const importer = await startProcess('importer.js');
  const { seconds } = await importer.ask('service', { file, data });
  await importer.end();
  rmSync(data, { recursive: true });
  return items / seconds;
}

export const growth = {
  name: 'growth',
  title: 'How cost grows',
  compares:
    'The same work on stores of 10,000, 100,000 and 1,000,000 items, alternating sizes: searches for four frequent topics over HTTP (each query once), importing 5,000 items from JSON Lines into a copy of the store, creating monitors whose prompts name two topics, one after the other, each with a preview of its first results, deliveries of monitors that find an item (8 runs, each with an event for 100 connections), and the peak resident memory of the server in the searches.',
  leavesOut:
    'A database larger than memory. Monitors in such numbers are in [matching](matching.md), past deliveries in [settled deliveries](settled-outbox.md), PostgreSQL in [its own row](postgres.md); [growth](../growth.md) has the consequences.',
  spent:
    'Each round starts a new server, whose caches are empty. To count or list the items that have a term, FTS5 visits each of them; the results are cached until the news changes. Among 1,000,000 items, SQL takes 6.8 ms of a search at first and 1.3 ms later, and after 600 searches the median is half as long. Creating a monitor reads and judges up to 1,000 items, once of all news and once of the last week; among 10,000 items, a topic has fewer.',
  settings: { rounds: 7, queries: 60, items: 5_000, monitors: 30, runs: 8, connections: 100 },
  figures: figuresBySize(series, sizes, 'items'),
  async measure({ rounds, queries, items, monitors, runs, connections }) {
    const folder = temporaryFolder();
    const certificate = makeCertificate(folder);
    const endpoint = await startProcess('endpoint.js');
    const url = await endpoint.ask('start', certificate);
    const urls = webhookUrls(url, connections);
    const further = join(folder, 'further.jsonl');
    await writeNews(further, 2_000_000, 2_000_000 + items);

    async function watch(store, size) {
      const data = join(folder, String(size));
      copyStore(store, data);
      const trusting = { NODE_EXTRA_CA_CERTS: certificate.certificate };
      const server = await startProcess('monitor-server.js', { env: trusting });
      await server.ask('start', { data, monitors: (rounds + 1) * runs, urls, scheduled: true });
      return server;
    }

    async function deliver(server) {
      const arrived = endpoint.ask('arrivals', { count: runs * connections });
      const { seconds } = await server.ask('deliver', runs);
      await arrived;
      return (runs * connections) / seconds;
    }

    async function create(server, prompts) {
      const { seconds } = await server.ask('create', prompts);
      return prompts.length / seconds;
    }

    const contenders = {};
    const watchers = [];
    for (const size of sizes) {
      const store = await newsStore(size);
      const watcher = await watch(store, size);
      watchers.push(watcher);
      // Unmeasured: connections are opened, code is compiled.
      await deliver(watcher);
      await create(watcher, queriesOf(2, monitors, rounds));
      contenders[size] = async (round) => ({
        ...(await search(store, queriesOf(4, queries, round))),
        newsIn: await bringIn(store, further, items),
        previews: await create(watcher, queriesOf(2, monitors, round)),
        deliveries: await deliver(watcher),
      });
    }
    const measured = await alternate(contenders, rounds);
    await Promise.all([endpoint, ...watchers].map((each) => each.end()));
    return spreadsBySize(Object.keys(series), measured);
  },
};
