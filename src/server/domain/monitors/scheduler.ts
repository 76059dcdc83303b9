import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { errorMessage } from '../../../node/error-message.ts';
import type { Log } from '../../../node/log.ts';
import type { Clock, Timer } from '../../clock.ts';
import type { ClaimedMonitor, MonitorStore } from '../../store/store.ts';
import { nextTick } from './next-tick.ts';

export interface SchedulerOptions {
  monitors: Pick<MonitorStore, 'claimDue' | 'nextDue'>;
  clock: Clock;
  log: Log;
  /** Runs a monitor for its tick, and stores when the next one is. */
  run(monitor: ClaimedMonitor, nextRunAt: number): Promise<void>;
}

/** Milliseconds of real time before another process may claim the tick of a crashed process. */
const leaseTime = 120_000;

const maxConcurrentRuns = 4;

/** Maximum milliseconds on the clock between checks for monitors that other processes changed. */
const maxSleep = 30_000;

/**
 * Runs monitors at their ticks; a lease ensures that one process runs each tick. Under load, runs
 * take at most half of the event loop's time and leave the rest to requests.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #running = new Set<Promise<void>>();
  #pass: Promise<void> | undefined;
  #timer: Timer | undefined;
  #isWoken = false;
  #isStopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Starts the runs that are due now and sets the timer for the next one. */
  wake(): void {
    if (this.#isStopped) return;
    this.#timer?.cancel();
    this.#isWoken = true;
    this.#pass ??= this.#runPass().finally(() => {
      this.#pass = undefined;
    });
  }

  /** Resolves when the runs that are due now have ended. */
  async idle(): Promise<void> {
    this.wake();
    while (this.#pass || this.#running.size > 0) await this.#ended();
  }

  /** Starts no more runs, and resolves when the current ones have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.#ended();
  }

  async #ended(): Promise<void> {
    await Promise.all([this.#pass, ...this.#running]);
  }

  async #runPass(): Promise<void> {
    const { monitors, clock, log } = this.#options;
    let sleep = maxSleep;
    try {
      while (this.#isWoken) {
        this.#isWoken = false;
        while (await this.#startNext());
      }
      const next = await monitors.nextDue();
      if (next !== undefined) sleep = Math.max(next - clock.now(), 0);
    } catch (error) {
      log('error', 'schedule unavailable', { reason: errorMessage(error) });
    }
    if (this.#isStopped) return;
    this.#timer = clock.setTimer(Math.min(sleep, maxSleep), () => this.wake());
  }

  /** @returns whether a run was started; resolves when another may start */
  async #startNext(): Promise<boolean> {
    if (this.#isStopped) return false;
    const { monitors, clock } = this.#options;
    const now = clock.now();
    const [monitor] = await monitors.claimDue(now, now + clock.scaled(leaseTime), 1);
    if (!monitor) return false;
    // Measured after the claim, which waits for the disk and leaves the event loop free.
    const started = performance.now();
    const run = this.#run(monitor).finally(() => {
      this.#running.delete(run);
      this.wake();
    });
    this.#running.add(run);
    await setImmediate();
    await pause(performance.now() - started);
    if (this.#running.size >= maxConcurrentRuns) await Promise.race(this.#running);
    return true;
  }

  /** A run that cannot be stored is repeated when its lease expires. */
  async #run(monitor: ClaimedMonitor): Promise<void> {
    const { clock, log, run } = this.#options;
    try {
      await run(monitor, nextTick(monitor, clock.now()));
    } catch (error) {
      log('error', 'run failed', { monitor_id: monitor.id, reason: errorMessage(error) });
    }
  }
}
