import type { Clock, Timer } from '../clock.ts';
import type { Log } from '../log.ts';
import type { ClaimedMonitor, MonitorStore } from '../store/store.ts';

export interface SchedulerOptions {
  monitors: Pick<MonitorStore, 'claimDue' | 'nextDue'>;
  clock: Clock;
  log: Log;
  /** Runs a monitor for its tick and stores the next one. */
  run(monitor: ClaimedMonitor, nextRunAt: number): Promise<void>;
}

/** Real milliseconds after which a tick whose process ended may be taken by another. */
const leaseTime = 120_000;

/** Runs at the same time. */
const atOnce = 4;

/** The clock's milliseconds after which the store is asked again, for monitors that others made. */
const longestSleep = 30_000;

const minute = 60_000;

/** Runs monitors when their tick comes: once for each tick, whichever process claims it. */
export class Scheduler {
  readonly #options: SchedulerOptions;
  #pass: Promise<void> | undefined;
  #timer: Timer | undefined;
  #again = false;
  #stopped = false;

  constructor(options: SchedulerOptions) {
    this.#options = options;
  }

  /** Runs what is due now and sets the timer for what comes next. */
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
    await this.#pass;
  }

  /** Begins no further run and resolves when those under way have ended. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.#timer?.cancel();
    await this.#pass;
  }

  async #work(): Promise<void> {
    const { monitors, clock, log } = this.#options;
    let sleep = longestSleep;
    try {
      while (this.#again) {
        this.#again = false;
        const due = await this.#claim();
        if (due.length > 0) this.#again = true;
        await Promise.all(due.map((monitor) => this.#run(monitor)));
      }
      const next = await monitors.nextDue();
      if (next !== undefined) sleep = Math.max(next - clock.now(), 0);
    } catch (error) {
      log('error', 'schedule unavailable', { reason: reasonOf(error) });
    }
    if (this.#stopped) return;
    this.#timer = clock.setTimer(Math.min(sleep, longestSleep), () => this.wake());
  }

  async #claim(): Promise<ClaimedMonitor[]> {
    if (this.#stopped) return [];
    const { monitors, clock } = this.#options;
    const now = clock.now();
    return monitors.claimDue(now, now + clock.during(leaseTime), atOnce);
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
