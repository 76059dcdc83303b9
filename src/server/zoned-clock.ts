const day = 86_400_000;

/** The wall clock of a time zone. A wall time is the milliseconds of its date and time in UTC. */
export class ZonedClock {
  /** `undefined` for UTC: the first formatter of a process takes long to create. */
  readonly #format: Intl.DateTimeFormat | undefined;

  /** @param timeZone IANA name */
  constructor(timeZone: string) {
    if (timeZone === 'UTC') return;
    this.#format = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  }

  /** The wall time at a time, to the second. */
  wallTime(time: number): number {
    if (!this.#format) return Math.floor(time / 1000) * 1000;
    const parts = this.#format.formatToParts(time);
    const numberOf = (type: Intl.DateTimeFormatPartTypes) =>
      Number(parts.find((part) => part.type === type)?.value);
    return Date.UTC(
      numberOf('year'),
      numberOf('month') - 1,
      numberOf('day'),
      numberOf('hour'),
      numberOf('minute'),
      numberOf('second'),
    );
  }

  /**
   * The time at which the clock shows a wall time: the first one if it shows it twice. A wall time
   * that a change of the clock skips counts from before the change, so 02:30 becomes 03:30.
   */
  timeAt(wallTime: number): number {
    const offsets = [wallTime - day, wallTime + day].map((time) => this.wallTime(time) - time);
    const [before = 0] = offsets;
    const times = offsets
      .map((offset) => wallTime - offset)
      .filter((time) => this.wallTime(time) === wallTime);
    return times.length > 0 ? Math.min(...times) : wallTime - before;
  }
}
