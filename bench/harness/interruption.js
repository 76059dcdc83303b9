/** Ends the run on a signal. */
import { setImmediate } from 'node:timers/promises';
import { endRow } from './at-end.js';

/** Exit codes as those of a shell. */
const exitCodes = { SIGINT: 130, SIGTERM: 143 };

let isInterrupted = false;

/** On SIGINT or SIGTERM, cleans up and exits; on a second one, exits at once. */
export function exitOnSignals() {
  for (const [signal, code] of Object.entries(exitCodes)) {
    process.on(signal, async () => {
      if (isInterrupted) process.exit(code);
      isInterrupted = true;
      process.stderr.write(`interrupted by ${signal}\n`);
      await endRow();
      process.exit(code);
    });
  }
}

/**
 * Lets a signal that has arrived end the run: a program that runs synchronously delays it, and may have failed
 * because of it. Does not resolve then.
 */
export async function handleSignals() {
  await setImmediate();
  await setImmediate();
  if (isInterrupted) await new Promise(() => {});
}
