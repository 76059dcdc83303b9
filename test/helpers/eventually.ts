import { setImmediate } from 'node:timers/promises';

/** Milliseconds: less than the time limit of a test, so that a failure names its condition. */
const waitLimit = 15_000;

/**
 * Waits for what other parts of the process do.
 *
 * @throws {Error} with the text of the condition if it is still false after 15 seconds
 */
export async function eventually(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + waitLimit;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`not true in time: ${condition}`);
    await setImmediate();
  }
}
