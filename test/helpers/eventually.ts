import { setTimeout as pause, setImmediate } from 'node:timers/promises';

/** Milliseconds. Less than the timeout of a test, so that a failure names its condition. */
const defaultWaitLimit = 45_000;

/**
 * Waits until a condition of this process is true.
 *
 * @throws {Error} with the text of the condition, after 45 seconds
 */
export async function eventually(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + defaultWaitLimit;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`not true in time: ${condition}`);
    await setImmediate();
  }
}

/**
 * Polls a condition of other processes until it is true.
 *
 * @param waitLimit in milliseconds
 * @throws {Error} with the text of the condition, after the limit
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
