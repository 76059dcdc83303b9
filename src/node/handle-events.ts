import { setImmediate } from 'node:timers/promises';

/** Lets the event loop handle the timers, signals and input that are due. */
export async function handleEvents(): Promise<void> {
  // Immediates run after the poll phase: the second one follows a complete iteration of the loop.
  await setImmediate();
  await setImmediate();
}
