import { execFile } from 'node:child_process';
import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const source = fileURLToPath(new URL('../..', import.meta.url));

interface Installed {
  /** The folder of the package. */
  folder: string;
  /** The project with the package; every user can read it. */
  project: string;
}

interface Packed {
  /** The path of the archive. */
  archive: string;
  /** The paths in it. */
  files: string[];
}

/**
 * Packs the built package into a folder.
 *
 * @throws {Error} with the output of npm if npm fails
 */
async function pack(folder: string): Promise<Packed> {
  const args = ['pack', '--ignore-scripts', '--json', source];
  const { stdout } = await promisify(execFile)('npm', args, { cwd: folder });
  const [{ filename, files }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  return { archive: join(folder, filename), files: files.map(({ path }) => path) };
}

/**
 * Packs the built package and installs it in an empty project.
 *
 * @param flags of `npm install`
 * @throws {Error} with the output of npm if npm fails
 */
export async function installPacked(...flags: string[]): Promise<Installed & Packed> {
  const project = await emptyProject('newswatch-packed-');
  const packed = await pack(project);
  const folder = await install(project, 'newswatch', packed.archive, flags);
  return { project, folder, ...packed };
}

/**
 * Installs a release of Node.js: the package that the install script of `node` downloads.
 *
 * @throws {Error} with the output of npm if npm fails
 */
export async function installNode(release: string): Promise<Installed> {
  const project = await emptyProject('newswatch-node-');
  const name = `node-${process.platform}-${process.arch}`;
  return { project, folder: await install(project, name, `${name}@${release}`) };
}

/** A new folder with an empty package. */
async function emptyProject(prefix: string): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), prefix));
  await chmod(project, 0o755);
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  return project;
}

async function install(
  project: string,
  name: string,
  what: string,
  more: readonly string[] = [],
): Promise<string> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', ...more];
  await promisify(execFile)('npm', ['install', ...flags, what], { cwd: project });
  return join(project, 'node_modules', name);
}
