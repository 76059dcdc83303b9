/** A process that runs the server and measures how long its event loop is blocked. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from 'newswatch/server';
import { offer } from '../harness/processes.js';
import { newsRecord } from '../harness/synthetic-news.js';

/** Milliseconds between the timers that are delayed if the event loop is blocked. */
const resolution = 1;

const delays = monitorEventLoopDelay({ resolution });

/** Items that are read as JSON to compare with. */
const items = 10_000;
const text = JSON.stringify(Array.from({ length: items }, (_, n) => newsRecord(n)));

offer({
  async start({ data, key }) {
    const fixture = { accounts: [{ id: 'bench', keys: [key] }] };
    const { baseUrl } = await startServer({ data, fixture, sample: true });
    return baseUrl;
  },
  /** Starts to measure when nothing else blocks the event loop. */
  async begin() {
    globalThis.gc();
    await pause(50);
    delays.enable();
    await pause(10);
    delays.reset();
  },
  /** Blocks the event loop by work that depends on the machine only. */
  read() {
    return JSON.parse(text).length;
  },
  /** The longest time that the event loop was blocked since `begin`, in milliseconds. */
  async end() {
    await pause(10);
    delays.disable();
    return Math.max(delays.max / 1e6 - resolution, 0);
  },
});
