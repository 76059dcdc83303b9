import { execFileSync } from 'node:child_process';

/** Whether a program of the system is there. On CI every one has to be. */
export function hasTool(name: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', name], { stdio: 'ignore' });
    return true;
  } catch {
    if (process.env['CI'])
      throw new Error(`CI needs ${name}, or a part of the program goes untested`);
    return false;
  }
}

/** For the name of tests that are skipped where a program is not there. */
export function toolNote(name: string): string {
  return hasTool(name) ? name : `${name} (skipped: it is not installed; apt-get install ${name})`;
}
