import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The matches of a pattern in the files of a folder, each once. Reads every file as bytes.
 *
 * @param pattern ASCII, with the flag `g`
 */
export function foundInFolder(folder: string, pattern: RegExp): Set<string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true });
  const found = files
    .filter((entry) => entry.isFile())
    .flatMap((entry) => {
      const text = readFileSync(join(entry.parentPath, entry.name), 'latin1');
      return text.match(pattern) ?? [];
    });
  return new Set(found);
}
