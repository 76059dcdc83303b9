import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { generatedTypes } from './generated-types.ts';

/**
 * Writes the generated types to `src/generated` of the package in the working directory. A file that
 * is up to date is not written.
 */
export function writeGeneratedTypes(): void {
  const folder = resolve('src/generated');
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of generatedTypes()) {
    const path = resolve(folder, name);
    if (existsSync(path) && readFileSync(path, 'utf8') === text) continue;
    // Other processes may read the file.
    writeFileSync(`${path}.${process.pid}`, text);
    renameSync(`${path}.${process.pid}`, path);
  }
}
