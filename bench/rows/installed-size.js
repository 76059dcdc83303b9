import { execFileSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { spread } from '../harness/rounds.js';
import { atMost } from '../harness/target.js';
import { temporaryFolder } from '../harness/temporary-folder.js';

const project = fileURLToPath(new URL('../..', import.meta.url));

/** The bytes of all files in a folder, at any depth. */
function bytesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => lstatSync(join(parentPath, name)).size);
  return sizes.reduce((sum, size) => sum + size, 0);
}

function install(tarball, options) {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{}');
  const args = ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...options, tarball];
  execFileSync('npm', args, { cwd: folder, stdio: 'ignore' });
  const modules = join(folder, 'node_modules');
  const { packages } = JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8'));
  return { megabytes: bytesIn(modules) / 1e6, packages: Object.keys(packages).length };
}

export const installedSize = {
  name: 'installed-size',
  title: 'Installed size',
  compares:
    'The files that `npm install` of the packed package adds to an empty project: with `--omit=optional`, and in full.',
  leavesOut: 'Unused space in disk blocks. The figure is exact: one round.',
  settings: {},
  figures: {
    client: {
      what: 'with `--omit=optional`',
      unit: 'MB',
      target: atMost(8),
    },
    clientPackages: { what: 'packages of that', unit: 'packages' },
    whole: { what: 'in full', unit: 'MB' },
    wholePackages: { what: 'packages of that', unit: 'packages' },
    itself: { what: 'newswatch itself', unit: 'MB' },
  },
  async measure() {
    const folder = temporaryFolder();
    const pack = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder, project];
    const [{ filename, unpackedSize }] = JSON.parse(
      execFileSync('npm', pack, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }),
    );
    const tarball = join(folder, filename);
    const client = install(tarball, ['--omit=optional']);
    const whole = install(tarball, []);
    return {
      client: spread([client.megabytes]),
      clientPackages: spread([client.packages]),
      whole: spread([whole.megabytes]),
      wholePackages: spread([whole.packages]),
      itself: spread([unpackedSize / 1e6]),
    };
  },
};
