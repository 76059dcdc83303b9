import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cli } from './cli.ts';

/**
 * Adds news to the store of a running `newswatch serve`, where monitors that exist find it.
 *
 * @param store the flag that names the store, and its value
 * @throws {Error} with the output of the command if it fails
 */
export async function addNewsTo(
  store: readonly ['--data' | '--database', string],
  items: readonly object[],
): Promise<void> {
  const file = join(await mkdtemp(join(tmpdir(), 'newswatch-news-')), 'news.jsonl');
  await writeFile(file, items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  const { code, stdout, stderr } = await cli(['admin', 'news', 'add', file, ...store]);
  if (code !== 0) throw new Error(stdout + stderr);
}
