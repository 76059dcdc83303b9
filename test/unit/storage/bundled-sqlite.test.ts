import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadBundledSqlite } from '../../../src/storage/bundled-sqlite.ts';
import { loadDriver } from '../../../src/storage/driver.ts';
import { MissingPartsError } from '../../../src/storage/installed-parts.ts';

const platform = `${process.platform}-${process.arch}`;
const require = createRequire(import.meta.url);

let temporary: string;
/** A folder with the library of this platform, as in the package. */
let source: string;
beforeAll(async () => {
  temporary = await mkdtemp(join(tmpdir(), 'newswatch-bundled-'));
  source = join(temporary, 'native');
  mkdirSync(source);
  const manifest = require.resolve('@photostructure/sqlite/package.json');
  const prebuild = join(dirname(manifest), 'prebuilds', platform);
  const library = readFileSync(join(prebuild, '@photostructure+sqlite.glibc.node'));
  const params = { [constants.BROTLI_PARAM_QUALITY]: 1 };
  writeFileSync(join(source, `${platform}.node.br`), brotliCompressSync(library, { params }));
  const sha256 = createHash('sha256').update(library).digest('hex');
  writeFileSync(join(source, 'checksums.json'), JSON.stringify({ [platform]: sha256 }));
});

/** Runs a script in a new process that has `load(folders)`. */
async function run(script: string): Promise<string> {
  const module = new URL('../../../src/storage/bundled-sqlite.ts', import.meta.url);
  const setup = `const { loadBundledSqlite } = await import('${module}');
    const load = (folders) => loadBundledSqlite({ source: ${JSON.stringify(source)}, folders });`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', `${setup}\n${script}`];
  const cwd = fileURLToPath(new URL('../../..', import.meta.url));
  return (await promisify(execFile)(process.execPath, args, { cwd })).stdout;
}

const version = "new DatabaseSync(':memory:').prepare('SELECT sqlite_version() AS v').get().v";

describe('loadBundledSqlite()', () => {
  it('can be used first by several processes at the same time', async () => {
    const folder = join(temporary, 'concurrent');
    const script = `const { DatabaseSync } = load(${JSON.stringify([folder])});
      console.log(${version});`;
    const versions = await Promise.all(Array.from({ length: 4 }, () => run(script)));
    for (const each of versions) expect(each).toMatch(/^3\.\d+\.\d+\n$/);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('uses the next folder if one cannot be used, and the same file in all threads', async () => {
    const folder = join(temporary, 'next');
    // No file can be created in a file.
    const folders = JSON.stringify([join(source, 'checksums.json', 'cache'), folder]);
    const output = await run(`
      import { Worker } from 'node:worker_threads';
      const { DatabaseSync } = load(${folders});
      const file = ${JSON.stringify(join(temporary, 'threads.db'))};
      const database = new DatabaseSync(file);
      database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (a); BEGIN IMMEDIATE');
      const code = \`import('tsx/esm/api').then(async ({ tsImport }) => {
        const { loadBundledSqlite } = await tsImport('./src/storage/bundled-sqlite.ts', 'file://' + process.cwd() + '/');
        const source = ${JSON.stringify(source)};
        const { DatabaseSync } = loadBundledSqlite({ source, folders: [] });
        try { new DatabaseSync('\${file}').exec('BEGIN IMMEDIATE') } catch ({ message }) { console.log(message) }
      })\`;
      const worker = new Worker(code, { eval: true });
      worker.once('exit', () => database.close());`);
    expect(output).toBe('database is locked\n');
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('says which folders cannot be used, and why', () => {
    const folder = join(source, 'checksums.json', 'cache');
    const load = () => loadBundledSqlite({ source, platform: 'other', folders: [folder] });
    writeFileSync(
      join(source, 'checksums.json'),
      readFileSync(join(source, 'checksums.json'), 'utf8').replace('{', '{"other":"00",'),
    );
    expect(load).toThrow(/^the SQLite of this package cannot be loaded \(.*checksums\.json/);
  });
});

describe('loadDriver()', () => {
  it.each(['linux-x64-musl', 'sunos-x64'])('names the way out on %s', (platform) => {
    const load = () => loadDriver('the server', [() => loadBundledSqlite({ source, platform })]);
    expect(load).toThrow(MissingPartsError);
    expect(load).toThrow(
      `the server needs SQLite: this package contains no SQLite for ${platform}; use Node.js 22.16 or later, or run: npm install @photostructure/sqlite@1`,
    );
  });
});
