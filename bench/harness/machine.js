import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { cpus, release, totalmem, type } from 'node:os';
import { programVersion } from './peers.js';
import { sqliteVersion } from './sqlite.cjs';

const root = new URL('../../', import.meta.url);
const manifest = new URL('package.json', root);

/** The commit that was measured; undefined outside of a repository. `+` if tracked files have changed since. */
export function measuredCommit() {
  const git = (...args) => spawnSync('git', args, { cwd: root, encoding: 'utf8' });
  const { status, stdout } = git('rev-parse', '--short=8', 'HEAD');
  if (status !== 0) return undefined;
  // Results and pages change with each run.
  const changed = git(
    'status',
    '--porcelain',
    '--untracked-files=no',
    '--',
    ':!bench/results',
    ':!docs',
  );
  return `${stdout.trim()}${changed.stdout === '' ? '' : '+'}`;
}

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
