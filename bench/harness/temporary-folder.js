import { mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { atEnd } from './at-end.js';

/** On the disk of the package: a temporary folder may be memory, which takes an fsync for nothing. */
export function temporaryFolder() {
  const folder = mkdtempSync(fileURLToPath(new URL('../../node_modules/.bench-', import.meta.url)));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
