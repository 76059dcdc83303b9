/**
 * What rows compare newswatch with. A row has `peers`: by name, the version that is installed (undefined:
 * none) and the settings.
 */
import { existsSync, readFileSync } from 'node:fs';
import { versionOf } from './programs.js';

/** The version of an installed package; undefined if it is not installed. */
export function packageVersion(name) {
  const file = new URL(`../../node_modules/${name}/package.json`, import.meta.url);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')).version : undefined;
}

/** The version that a program prints; undefined if it is not installed. */
export const programVersion = (command) => versionOf(command)?.match(/\d+(\.\d+)+/)?.[0];
