import { MonotonicTime } from '../../src/server/monotonic-time.ts';

/** A machine whose time passes when the test says so. */
export class SimulatedMachine {
  /** The system's clock. */
  system = Date.parse('2026-03-01T12:00:00Z');
  elapsed = 5000;
  uptime = 90_000;

  pass(milliseconds: number): void {
    this.system += milliseconds;
    this.elapsed += milliseconds;
    this.uptime += milliseconds;
  }

  sleep(milliseconds: number): void {
    this.system += milliseconds;
    this.uptime += milliseconds;
  }

  time(): MonotonicTime {
    return new MonotonicTime({
      system: () => this.system,
      elapsed: () => this.elapsed,
      uptime: () => this.uptime,
    });
  }
}
