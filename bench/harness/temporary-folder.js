import { mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** On the disk of the package: a temporary folder may be memory, which takes an fsync for nothing. */
export function temporaryFolder() {
  const folder = mkdtempSync(fileURLToPath(new URL('../../node_modules/.bench-', import.meta.url)));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
