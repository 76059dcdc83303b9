import { mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const folders = [];
process.once('exit', () => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** On the disk of the package: a temporary folder may be memory, which takes an fsync for nothing. */
export function temporaryFolder() {
  const folder = mkdtempSync(fileURLToPath(new URL('../../node_modules/.bench-', import.meta.url)));
  folders.push(folder);
  return folder;
}
