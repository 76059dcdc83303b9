import { mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { atEnd } from './at-end.js';

/** On the package's disk: the system's temporary folder may be in memory, where an fsync costs nothing. */
export function temporaryFolder() {
  const folder = mkdtempSync(fileURLToPath(new URL('../../node_modules/.bench-', import.meta.url)));
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
