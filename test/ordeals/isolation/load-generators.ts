import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HostileGenerator } from './generator.ts';

/** The generators in the files of a folder beside this file. */
export async function loadGenerators(
  folder: string,
): Promise<(HostileGenerator & { file: string })[]> {
  const path = fileURLToPath(new URL(folder, import.meta.url));
  const files = (await readdir(path)).sort();
  return Promise.all(
    files.map(async (name) => {
      const file = join(path, name);
      const { generator } = (await import(file)) as { generator: HostileGenerator };
      return { ...generator, file };
    }),
  );
}
