import { setImmediate } from 'node:timers/promises';

/** Waits for something that other parts of the process bring about. */
export async function eventually(condition: () => boolean): Promise<void> {
  while (!condition()) await setImmediate();
}
