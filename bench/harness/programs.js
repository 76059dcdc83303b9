/** Whole programs, as a shell starts them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const binary = fileURLToPath(new URL('../../bin/newswatch.cjs', import.meta.url));

/** A script with nothing in it: what Node itself costs. */
export function emptyScript(folder) {
  const path = join(folder, 'empty.cjs');
  writeFileSync(path, '');
  return path;
}

/**
 * Runs a program to its end.
 *
 * @returns milliseconds from its start to its end
 * @throws where it does not end with 0
 */
export function run(command, args, { env = {}, input = '' } = {}) {
  const begun = performance.now();
  const { status, stderr, error } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    input,
    maxBuffer: 2 ** 30,
  });
  const time = performance.now() - begun;
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${error ?? stderr}`);
  return time;
}

/** The first line of what a program says of its version; undefined where it is not installed. */
export function versionOf(command) {
  try {
    return execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return undefined;
  }
}
