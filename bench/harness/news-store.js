import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from './processes.js';
import { writeNews } from './synthetic-news.js';

const cache = fileURLToPath(new URL('../../node_modules/.cache/newswatch-bench', import.meta.url));

/** Identifies how a store was made: the generated news and the server that indexed it. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const path of ['../../dist/server.js', './synthetic-news.js']) {
    hash.update(readFileSync(new URL(path, import.meta.url)));
  }
  return hash.digest('hex').slice(0, 12);
}

/**
 * A data folder with a number of generated items, cached until the server's build changes. Copy it
 * before writing to it.
 */
export async function newsStore(size) {
  const folder = join(cache, `${size}-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  for (const name of readdirSync(cache).filter((each) => each.startsWith(`${size}-`))) {
    rmSync(join(cache, name), { recursive: true });
  }
  const [file, data] = [join(cache, `${size}.jsonl`), join(cache, `.${size}`)];
  rmSync(data, { recursive: true, force: true });
  await writeNews(file, 0, size);
  const importer = await startProcess('importer.js');
  await importer.ask('service', { file, data });
  await importer.end();
  rmSync(file);
  renameSync(data, folder);
  return folder;
}
