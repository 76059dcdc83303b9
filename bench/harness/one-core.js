import { execFileSync } from 'node:child_process';

/** The command, held to one core where the system can do that; the load comes from another. */
export function onOneCore(command) {
  try {
    execFileSync('taskset', ['--version'], { stdio: 'ignore' });
    return ['taskset', '-c', '0', ...command];
  } catch {
    return command;
  }
}
