import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { project } from './documents.ts';

/** Builds the package before the tests. */
export async function build(...flags: readonly string[]): Promise<void> {
  // Not npx, which is a .cmd file on Windows.
  const tsup = join(project, 'node_modules', 'tsup', 'dist', 'cli-default.js');
  await promisify(execFile)(process.execPath, [tsup, '--silent', ...flags], { cwd: project });
}
