import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { project } from './documents.ts';

/** Builds the package before the tests. */
export async function build(...flags: readonly string[]): Promise<void> {
  // Not npx, which is a .cmd file on Windows.
  const tsup = join(project, 'node_modules', 'tsup', 'dist', 'cli-default.js');
  const run = (...args: readonly string[]) =>
    promisify(execFile)(process.execPath, args, { cwd: project });
  await run('--import', 'tsx', 'build/build-command-line.ts');
  await run(tsup, '--silent', ...flags);
}
