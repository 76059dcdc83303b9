import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { atEnd } from './at-end.js';
import { copyStore } from './copy-store.js';
import { startProcess } from './processes.js';
import { writeNews } from './synthetic-news.js';

const cache = fileURLToPath(new URL('../../node_modules/.cache/newswatch-bench', import.meta.url));

/** Identifies how a store was made: the generated records and the server that stored them. */
function fingerprint() {
  const hash = createHash('sha256');
  for (const path of [
    '../../dist/server.js',
    './synthetic-news.js',
    '../processes/watch-maker.js',
  ]) {
    hash.update(readFileSync(new URL(path, import.meta.url)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** A data folder, made once and cached until the server's build changes. */
async function cached(name, make) {
  const folder = join(cache, `${name}-${fingerprint()}`);
  if (existsSync(folder)) return folder;
  mkdirSync(cache, { recursive: true });
  for (const old of readdirSync(cache).filter((each) => each.startsWith(`${name}-`))) {
    rmSync(join(cache, old), { recursive: true });
  }
  const data = join(cache, `.${name}`);
  rmSync(data, { recursive: true, force: true });
  atEnd(() => rmSync(data, { recursive: true, force: true }));
  await make(data);
  renameSync(data, folder);
  return folder;
}

/**
 * A data folder with a number of generated items, cached until the server's build changes. Copy it
 * before writing to it.
 */
export function newsStore(size) {
  return cached(`news-${size}`, async (data) => {
    const file = join(cache, `${size}.jsonl`);
    atEnd(() => rmSync(file, { force: true }));
    await writeNews(file, 0, size);
    const importer = await startProcess('importer.js');
    await importer.ask('service', { file, data });
    await importer.end();
    rmSync(file);
  });
}

/**
 * A data folder with a number of monitors (see `watch-maker.js`) and of generated items, cached in the
 * same way. Copy it before writing to it.
 */
export function watchStore(monitors, items = 0) {
  return cached(`monitors-${monitors}-news-${items}`, async (data) => {
    if (items > 0) copyStore(await newsStore(items), data);
    const maker = await startProcess('watch-maker.js');
    await maker.ask('make', { data, monitors });
    await maker.end();
  });
}
