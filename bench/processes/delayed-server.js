/** A process that runs the server and measures how long its event loop is blocked. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { startServer } from 'newswatch/server';
import { offer } from '../harness/processes.js';

/** Milliseconds between the timers that are delayed if the event loop is blocked. */
const resolution = 1;

const delays = monitorEventLoopDelay({ resolution });

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
  /** The longest time that the event loop was blocked since `begin`, in milliseconds. */
  async end() {
    await pause(10);
    delays.disable();
    return Math.max(delays.max / 1e6 - resolution, 0);
  },
});
