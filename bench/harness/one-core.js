import { execFileSync } from 'node:child_process';

/** Pins a command to one core if the system can; the load comes from another core. */
export function onOneCore(command) {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return ['taskset', '-c', '0', ...command];
  } catch {
    return command;
  }
}
