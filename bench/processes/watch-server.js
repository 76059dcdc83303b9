/** A process that runs the server on a store of `watchStore()`, on a clock that only it advances. */
import { ManualClock, startServer } from 'newswatch/server';
import { offer, timed } from '../harness/processes.js';
import { newsRecord } from '../harness/synthetic-news.js';
import { created, interval, sharedName } from '../harness/watches.js';

let clock;
let server;
/** The number of the next item. */
let next = 3_000_000;

/** New items, each published now. */
function newItems(count, named = '') {
  return Array.from({ length: count }, () => {
    const record = newsRecord(next++);
    const title = `${record.title} ${named}`.trim();
    return { ...record, title, publication_date: new Date(clock.now()).toISOString() };
  });
}

offer({
  async start({ data }) {
    clock = new ManualClock(created);
    server = await startServer({ data, clock });
    await server.settled();
  },
  /** Makes all monitors due; resolves when their runs are stored. */
  async tick() {
    return timed(async () => {
      clock.advance(interval);
      await server.settled();
    });
  },
  /**
   * Adds items one at a time; resolves when they are matched, with milliseconds for each and
   * the processor seconds of all.
   */
  async addEach({ count, shared = false }) {
    const times = [];
    const items = newItems(count, shared ? sharedName : '');
    const { work } = await timed(async () => {
      for (const item of items) {
        const started = performance.now();
        await server.addNews([item]);
        times.push(performance.now() - started);
      }
    });
    return { times, work };
  },
  /** Adds a number of items at once; resolves when they are matched. */
  async addAll(count) {
    const items = newItems(count);
    return timed(() => server.addNews(items));
  },
  megabytes: () => process.memoryUsage.rss() / 2 ** 20,
});
