import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { errorCode } from './system-error.ts';

/** Creates a folder that only its owner can access, with any missing parents. */
export function makePrivateFolder(folder: string): void {
  // `recursive: true` never returns if a parent cannot hold folders, such as /proc.
  if (existsSync(folder) || dirname(folder) === folder) return;
  makePrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (errorCode(error) !== 'EEXIST') throw error;
  }
}
