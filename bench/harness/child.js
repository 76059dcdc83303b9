/** Ends child processes. */
import { once } from 'node:events';
import { atEnd } from './at-end.js';

export const isRunning = (child) => child.exitCode === null && child.signalCode === null;

/** Sends a signal and waits until the process has ended. */
export async function endChild(child, signal = 'SIGTERM') {
  if (isRunning(child) && child.kill(signal)) await once(child, 'exit');
}

/** Kills the process at the end of the row if it still runs. */
export const endWithRow = (child) => atEnd(() => endChild(child, 'SIGKILL'));
