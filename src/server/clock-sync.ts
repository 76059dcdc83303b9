import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import type { RealClock } from './clock.ts';
import type { Unreadiness } from './readiness.ts';
import { toTimestamp } from './timestamp.ts';

/** Milliseconds between two comparisons. */
const interval = 5000;

/** Milliseconds by which the system's clock may differ. */
const maxSkew = 5000;

/** Milliseconds after which a response of the database is too late to set the clock. */
const maxRoundTrip = 1000;

interface ClockSyncOptions {
  clock: RealClock;
  /** The time of the database server in milliseconds, if it has its own clock. */
  databaseTime: (() => Promise<number>) | undefined;
  log: Log;
}

/**
 * Keeps the server's clock at the time of the database, so that all servers of one database agree.
 * Without a database server, it follows only small steps of the system's clock. Reports if the
 * system's clock differs from the server's by more than 5 seconds.
 */
export class ClockSync {
  readonly #options: ClockSyncOptions;
  #timer: NodeJS.Timeout | undefined;
  #reportedSkew = 0;

  private constructor(options: ClockSyncOptions) {
    this.#options = options;
  }

  /**
   * Sets the clock, and keeps it until `stop()` is called.
   *
   * @throws {StoreUnavailable} if the database does not respond
   */
  static async start(options: ClockSyncOptions): Promise<ClockSync> {
    const sync = new ClockSync(options);
    const { clock, databaseTime } = options;
    if (databaseTime) {
      // The first response also waits for the connection.
      await databaseTime();
      clock.set((await measured(databaseTime)).time);
    }
    sync.#reportSkew();
    sync.#timer = setInterval(() => void sync.#compare(), interval).unref();
    return sync;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  /** Whether the system's clock differs too much. */
  problems(): Unreadiness[] {
    this.#reportSkew();
    const problem = this.#skewProblem();
    return problem ? [problem] : [];
  }

  async #compare(): Promise<void> {
    const { clock, databaseTime, log } = this.#options;
    try {
      if (databaseTime) {
        const { time, uncertainty } = await measured(databaseTime);
        if (2 * uncertainty <= maxRoundTrip) clock.time.follow(time, uncertainty);
      } else if (Math.abs(clock.time.skew()) <= maxSkew) {
        clock.time.follow(clock.time.now() + clock.time.skew(), 1);
      }
    } catch (error) {
      log('warn', 'time of the database unknown', { reason: errorMessage(error) });
    }
    this.#reportSkew();
  }

  /** Logs each change of the skew once. */
  #reportSkew(): void {
    const skew = this.#options.clock.time.skew();
    const problem = this.#skewProblem();
    const isReported = Math.abs(skew - this.#reportedSkew) <= maxSkew;
    if (problem && !isReported) {
      this.#options.log('warn', 'clock skew', { ...problem });
      this.#reportedSkew = skew;
    } else if (!problem && this.#reportedSkew !== 0) {
      this.#options.log('info', 'clock skew ended');
      this.#reportedSkew = 0;
    }
  }

  #skewProblem(): Unreadiness | undefined {
    const { clock, databaseTime } = this.#options;
    const skew = clock.time.skew();
    if (Math.abs(skew) <= maxSkew) return undefined;
    const now = clock.time.now();
    const seconds = `${Math.round(Math.abs(skew) / 1000)} s ${skew < 0 ? 'behind' : 'ahead of'}`;
    const of = databaseTime ? 'the database' : 'the time since the start of the server';
    return {
      reason: 'clock_skew',
      message: `the clock of the machine is ${seconds} ${of}`,
      server_time: toTimestamp(now),
      system_time: toTimestamp(now + skew),
    };
  }
}

async function measured(databaseTime: () => Promise<number>) {
  const start = performance.now();
  const time = await databaseTime();
  const uncertainty = (performance.now() - start) / 2;
  return { time: time + uncertainty, uncertainty };
}
