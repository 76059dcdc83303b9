import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which other events are handled. */
const maxSlice = 10;

/**
 * Divides a long computation into slices, so that it does not block the event loop. Call `next()`
 * between steps that are short themselves.
 */
export class WorkSlices {
  readonly #now: () => number;
  #start: number;

  /** @param now a monotonic time in milliseconds (default: `performance.now`) */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  /** Lets the event loop handle other events if the current slice is over. */
  async next(): Promise<void> {
    if (this.#now() - this.#start < maxSlice) return;
    await setImmediate();
    this.#start = this.#now();
  }
}

/** Like `Array.prototype.filter`, in slices. */
export async function filterInSlices<Value>(
  values: readonly Value[],
  keeps: (value: Value) => boolean,
): Promise<Value[]> {
  const slices = new WorkSlices();
  const kept: Value[] = [];
  for (const value of values) {
    await slices.next();
    if (keeps(value)) kept.push(value);
  }
  return kept;
}
