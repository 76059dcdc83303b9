import { execFileSync } from 'node:child_process';

/** Whether a program is installed. @throws {Error} in CI, if it is not */
export function hasTool(name: string): boolean {
  try {
    execFileSync('sh', ['-c', 'command -v "$0"', name], { stdio: 'ignore' });
    return true;
  } catch {
    if (process.env['CI']) throw new Error(`CI needs ${name}`);
    return false;
  }
}

/** For the titles of tests that are skipped without a program. */
export function toolNote(name: string): string {
  return hasTool(name) ? name : `${name} (skipped: not installed; apt-get install ${name})`;
}
