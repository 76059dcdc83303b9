import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { project } from './documents.ts';

/** Builds the package before the tests. */
export async function build(...flags: readonly string[]): Promise<void> {
  await promisify(execFile)('npx', ['tsup', '--silent', ...flags], { cwd: project });
}
