import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { versionOf } from './programs.js';

const manifest = (path) =>
  JSON.parse(readFileSync(new URL(`../../${path}package.json`, import.meta.url), 'utf8'));

/** The machine and versions that the figures were measured with. */
export function machine() {
  return {
    cpu: `${cpus()[0]?.model.trim()}, ${cpus().length} cores`,
    memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
    system: `${type()} ${release().split('-')[0]} ${process.arch}`,
    node: process.version,
    newswatch: manifest('').version,
    sqlite: `@photostructure/sqlite ${manifest('node_modules/@photostructure/sqlite/').version}`,
    curl: versionOf('curl')?.split(' ').slice(0, 2).join(' ') ?? 'not installed',
    httpie: versionOf('http') ?? 'not installed',
  };
}
