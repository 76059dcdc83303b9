import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import type { Log } from '../../../node/log.ts';
import type { Clock, Timer } from '../../clock.ts';
import type { ClaimedMonitor, MonitorStore } from '../../store/store.ts';

export interface SchedulerOptions {
  monitors: Pick<MonitorStore, 'claimDue' | 'nextDue'>;
  clock: Clock;
  log: Log;
  /** Runs a monitor for its tick and stores the next one. */
  run(monitor: ClaimedMonitor, nextRunAt: number): Promise<void>;
}

/** Real milliseconds after which a tick whose process ended may be taken by another. */
const leaseTime = 120_000;

/** Runs at the same time, the most. */
const atOnce = 4;

/** The clock's milliseconds after which the store is asked again, for monitors that others made. */
const longestSleep = 30_000;

const minute = 60_000;

/**
 * Runs monitors when their tick comes: once for each tick, whichever process claims it. Where more is
 * due than can be run, the runs take half of the event loop's time and requests have the other.
 */
export class Scheduler {
  readonly #options: SchedulerOptions;
  readonly #running = new Set<Promise<void>>();
  #pass: Promise<void> | undefined;
  #timer: Timer | undefined;
  #again = false;
  #stopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Begins what is due now and sets the timer for what comes next. */
  wake(): void {
    if (this.#stopped) return;
    this.#timer?.cancel();
    this.#again = true;
    this.#pass ??= this.#work().finally(() => {
      this.#pass = undefined;
    });
  }

  /** Resolves when what is due at this moment has run. */
  async idle(): Promise<void> {
    this.wake();
    while (this.#pass || this.#running.size > 0) await this.#ended();
  }

  /** Begins no further run and resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#ended();
  }

  async #ended(): Promise<void> {
    await Promise.all([this.#pass, ...this.#running]);
  }

  async #work(): Promise<void> {
    const { monitors, clock, log } = this.#options;
    let sleep = longestSleep;
    try {
      while (this.#again) {
        this.#again = false;
        while (await this.#beginNext());
      }
      const next = await monitors.nextDue();
      if (next !== undefined) sleep = Math.max(next - clock.now(), 0);
    } catch (error) {
      log('error', 'schedule unavailable', { reason: reasonOf(error) });
    }
    if (this.#stopped) return;
    this.#timer = clock.setTimer(Math.min(sleep, longestSleep), () => this.wake());
  }

  /** @returns whether there was one to begin; resolves when there is room for a further one */
  async #beginNext(): Promise<boolean> {
    if (this.#stopped) return false;
    const { monitors, clock } = this.#options;
    const now = clock.now();
    const [monitor] = await monitors.claimDue(now, now + clock.during(leaseTime), 1);
    if (!monitor) return false;
    // Not before the claim: while the disk takes that, the event loop is free.
    const begun = performance.now();
    const run = this.#run(monitor).finally(() => {
      this.#running.delete(run);
      this.wake();
    });
    this.#running.add(run);
    await setImmediate();
    await pause(performance.now() - begun);
    if (this.#running.size >= atOnce) await Promise.race(this.#running);
    return true;
  }

  /** A run that cannot be stored keeps its lease until it runs out, and is then run again. */
  async #run(monitor: ClaimedMonitor): Promise<void> {
    const { clock, log, run } = this.#options;
    try {
      await run(monitor, nextTick(monitor, clock.now()));
    } catch (error) {
      log('error', 'run failed', { monitor_id: monitor.id, reason: reasonOf(error) });
    }
  }
}

/** The first tick of the schedule after now: those missed during a stop are not made up for. */
function nextTick({ next_run_at, every_minutes }: ClaimedMonitor, now: number): number {
  const every = (every_minutes ?? 0) * minute;
  const last = next_run_at ?? now;
  return last + (Math.floor(Math.max(now - last, 0) / every) + 1) * every;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
