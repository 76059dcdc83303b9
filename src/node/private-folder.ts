import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { errorCode } from './error-code.ts';
import { restrictToOwner, warnOfSharedFolder } from './private-access.ts';

/** The folders that this process has created. */
const created = new Set<string>();

/** Creates a folder that only its owner can access, with any missing parents. */
export function makePrivateFolder(folder: string): void {
  // `recursive: true` never returns if a parent cannot hold folders, such as /proc.
  if (existsSync(folder) || dirname(folder) === folder) return;
  makePrivateFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it in the meantime.
    if (errorCode(error) === 'EEXIST') return;
    throw error;
  }
  // Folders in a private one inherit its access.
  if (!created.has(resolve(dirname(folder)))) restrictToOwner(folder, 'folder');
  created.add(resolve(folder));
}

/** Warns if other users may have access to new files in a folder, because it was not created for them. */
export function warnUnlessPrivate(folder: string): void {
  if (!created.has(resolve(folder))) warnOfSharedFolder(folder);
}
