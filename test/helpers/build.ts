import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Builds the package once before the tests, so that they run the real binary as it is now. Types take most of a build and no test reads them. */
export async function setup(): Promise<void> {
  await promisify(execFile)('npx', ['tsup', '--silent', '--no-dts'], { cwd: projectFolder });
}

const projectFolder = new URL('../..', import.meta.url);
