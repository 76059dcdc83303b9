/** Runs whole programs, as a shell does. */
import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const binary = fileURLToPath(new URL('../../bin/newswatch.cjs', import.meta.url));

/** A script with one GET of `account overview` by `node:http`. */
export const bareGet = fileURLToPath(new URL('../processes/get.cjs', import.meta.url));

/** An empty script: the cost of Node itself. */
export function emptyScript(folder) {
  const path = join(folder, 'empty.cjs');
  writeFileSync(path, '');
  return path;
}

/**
 * Runs a program to its end.
 *
 * @returns milliseconds from start to exit
 * @throws if its exit code is not 0
 */
export function run(command, args, { env = {}, input = '' } = {}) {
  const started = performance.now();
  const { status, stderr, error } = spawnSync(command, args, {
    env: { ...process.env, ...env },
    input,
    maxBuffer: 2 ** 30,
  });
  const time = performance.now() - started;
  if (status !== 0) throw new Error(`${command} ended with ${status}: ${error ?? stderr}`);
  return time;
}

/** The first line of `--version`; undefined if the program is not installed. */
export function versionOf(command) {
  try {
    return execFileSync(command, ['--version'], { encoding: 'utf8' }).split('\n')[0];
  } catch {
    return undefined;
  }
}
