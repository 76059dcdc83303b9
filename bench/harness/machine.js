import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { programVersion } from './peers.js';
import { sqliteVersion } from './sqlite.cjs';

const manifest = new URL('../../package.json', import.meta.url);

/** The machine and versions that the figures were measured with. */
export function machine() {
  return {
    cpu: `${cpus()[0]?.model.trim()}, ${cpus().length} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${type()} ${release().split('-')[0]} ${process.arch}`,
    node: process.version,
    newswatch: JSON.parse(readFileSync(manifest, 'utf8')).version,
    sqlite: sqliteVersion(),
    curl: programVersion('curl') ?? 'not installed',
    httpie: programVersion('http') ?? 'not installed',
  };
}
