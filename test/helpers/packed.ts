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
  /** The project that it is installed into, which any user may read. */
  project: string;
}

/**
 * Packs the package as it was built and installs it into an empty project.
 *
 * @throws what npm says where that cannot be done, also below
 */
export async function installPacked(): Promise<Installed & { files: string[] }> {
  const project = await emptyProject('newswatch-packed-');
  const pack = ['pack', '--ignore-scripts', '--json', source];
  const { stdout } = await promisify(execFile)('npm', pack, { cwd: project });
  const [{ filename, files }] = JSON.parse(stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  const folder = await install(project, 'newswatch', `./${filename}`);
  return { project, folder, files: files.map(({ path }) => path) };
}

/** Installs a release of Node: the package that the registry's `node` gets by its install script. */
export async function installNode(release: string): Promise<Installed> {
  const project = await emptyProject('newswatch-node-');
  const name = `node-${process.platform}-${process.arch}`;
  return { project, folder: await install(project, name, `${name}@${release}`) };
}

async function emptyProject(prefix: string): Promise<string> {
  const project = await mkdtemp(join(tmpdir(), prefix));
  await chmod(project, 0o755);
  await writeFile(join(project, 'package.json'), '{"type":"module"}');
  return project;
}

async function install(project: string, name: string, what: string): Promise<string> {
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
  await promisify(execFile)('npm', ['install', ...flags, what], { cwd: project });
  return join(project, 'node_modules', name);
}
