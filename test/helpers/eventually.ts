import { setTimeout as pause, setImmediate } from 'node:timers/promises';

/** Milliseconds: less than the time limit of a test, so that a failure names its condition. */
const defaultWaitLimit = 45_000;

/**
 * Waits for what other parts of the process do.
 *
 * @throws {Error} with the text of the condition if it is still false after 45 seconds
 */
export async function eventually(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + defaultWaitLimit;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`not true in time: ${condition}`);
    await setImmediate();
  }
}

/**
 * Waits for a state of other processes.
 *
 * @param waitLimit in milliseconds
 * @throws {Error} if the condition is still false after that
 */
export async function pollUntil(
  condition: () => Promise<boolean> | boolean,
  waitLimit: number,
): Promise<void> {
  const deadline = performance.now() + waitLimit;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`not true in time: ${condition}`);
    await pause(100);
  }
}
