import { EventEmitter, once } from 'node:events';
import { setTimeout as pause, setImmediate } from 'node:timers/promises';
import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import type { Clock, Timer } from '../clock.ts';

/** Runs work that waits for others, such as servers of feeds, without the place of the run. */
export type LeavePlace = <Result>(work: () => Promise<Result>) => Promise<Result>;

export interface Schedule<Due extends { id: string }> {
  /** Claims due work that is not claimed, longest overdue first. */
  claimDue(now: number, leaseUntil: number, limit: number): Promise<Due[]>;
  /** When something is due next or a lease expires; `undefined` if there is no work. */
  nextDue(): Promise<number | undefined>;
}

export interface SchedulerOptions<Due extends { id: string }> {
  /** The kind of work, for log messages. */
  name: 'run' | 'briefing' | 'sweep';
  schedule: Schedule<Due>;
  clock: Clock;
  log: Log;
  /**
   * Ends a batch of due work that needs no run, before other work is claimed.
   *
   * @returns whether there may be more
   */
  endQuiet?: () => Promise<boolean>;
  /** Runs claimed work, and stores when it is due next. */
  run(due: Due, leavingPlace: LeavePlace): Promise<void>;
}

/** Milliseconds of real time before another process may claim the work of a crashed one. */
const leaseTime = 120_000;

/** Maximum number of runs that do not wait for others. */
const maxConcurrentRuns = 4;

/** Maximum number of runs, those that wait for others included. */
const maxRuns = 256;

/** Maximum milliseconds on the clock between checks for changes by other processes. */
const maxSleep = 30_000;

/**
 * Runs due work, such as the ticks of monitors, in one process at a time, by leases. Under load, runs take at most half of the event loop's time and leave the rest to requests.
 */
export class Scheduler<Due extends { id: string }> {
  readonly #options: SchedulerOptions<Due>;
  readonly #running = new Set<Promise<void>>();
  /** Emits `free` when another run may start. */
  readonly #events = new EventEmitter();
  /** The number of runs that do not wait for others. */
  #active = 0;
  #pass: Promise<void> | undefined;
  #timer: Timer | undefined;
  /** Milliseconds of the event loop that are left to requests before another run starts. */
  #owed = 0;
  #isWoken = false;
  #isStopped = false;

  constructor(options: SchedulerOptions<Due>) {
    this.#options = options;
  }

  /** Starts the runs that are due now and sets the timer for the next one. */
  wake(): void {
    if (this.#isStopped) return;
    this.#timer?.cancel();
    this.#isWoken = true;
    this.#pass ??= this.#runPass();
  }

  /** Resolves when the runs that are due now have ended. */
  async idle(): Promise<void> {
    this.wake();
    await this.ended();
  }

  /** Resolves when no run is active, and none is being started. */
  async ended(): Promise<void> {
    while (this.#pass || this.#running.size > 0) await Promise.all([this.#pass, ...this.#running]);
  }

  /** Starts no more runs, and resolves when the current ones have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#timer?.cancel();
    await this.ended();
  }

  async #runPass(): Promise<void> {
    const { name, schedule, clock, log, endQuiet } = this.#options;
    let next: number | undefined;
    try {
      // `wake` may be called at any time, also during `nextDue`.
      do {
        this.#isWoken = false;
        while (!this.#isStopped && (await endQuiet?.())) await setImmediate();
        while (await this.#startNext());
        next = await schedule.nextDue();
      } while (this.#isWoken && !this.#isStopped);
    } catch (error) {
      log('error', 'schedule unavailable', { schedule: name, reason: errorMessage(error) });
    }
    this.#pass = undefined;
    if (this.#isStopped) return;
    const sleep = next === undefined ? maxSleep : Math.max(next - clock.now(), 0);
    this.#timer = clock.setTimer(Math.min(sleep, maxSleep), () => this.wake());
  }

  /** @returns whether a run was started; resolves when another may start */
  async #startNext(): Promise<boolean> {
    if (this.#isStopped) return false;
    const { schedule, clock } = this.#options;
    const now = clock.now();
    const [due] = await schedule.claimDue(now, now + clock.scaled(leaseTime), 1);
    if (!due) return false;
    // Measured after the claim, which waits for the disk and leaves the event loop free.
    const started = performance.now();
    const run = this.#run(due).finally(() => {
      this.#running.delete(run);
      this.#events.emit('free');
      this.wake();
    });
    this.#running.add(run);
    await setImmediate();
    this.#owed += performance.now() - started;
    // A timer takes at least 1 ms.
    if (this.#owed >= 1) {
      await pause(this.#owed);
      this.#owed = 0;
    }
    while (this.#active >= maxConcurrentRuns || this.#running.size >= maxRuns) {
      await once(this.#events, 'free');
    }
    return true;
  }

  /** A run that cannot be stored is repeated when its lease expires. */
  async #run(due: Due): Promise<void> {
    const { name, log, run } = this.#options;
    log('debug', `${name} started`, { id: due.id });
    this.#active += 1;
    try {
      await run(due, (work) => this.#leavingPlace(work));
    } catch (error) {
      log('error', `${name} failed`, { id: due.id, reason: errorMessage(error) });
    } finally {
      this.#active -= 1;
    }
  }

  async #leavingPlace<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#active -= 1;
    this.#events.emit('free');
    try {
      return await work();
    } finally {
      this.#active += 1;
    }
  }
}

/** A schedule that reads whether work is due before it claims it: a claim is a write. */
export function readFirst<Due extends { id: string }>(schedule: Schedule<Due>): Schedule<Due> {
  return {
    nextDue: () => schedule.nextDue(),
    async claimDue(now, leaseUntil, limit) {
      const next = await schedule.nextDue();
      return next === undefined || next > now ? [] : schedule.claimDue(now, leaseUntil, limit);
    },
  };
}
