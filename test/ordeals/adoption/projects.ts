import { type ExecFileException, execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import envPaths from 'env-paths';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { project as source } from '../../helpers/documents.ts';

const cache = envPaths('newswatch-adoption', { suffix: '' }).cache;

/** Of a user without settings. It stays, so that package managers find what they downloaded before. */
const home = join(cache, 'home');

const npmFlags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];

/**
 * Installs tools of the npm registry into a folder of the user's cache. Tools with exact versions are
 * installed once; with ranges each time, until the end of the test.
 *
 * @param tools with their versions, such as `webpack@5.112.2` or `npm@12`
 * @returns the folder
 */
export async function installTools(...tools: readonly string[]): Promise<string> {
  const key = createHash('sha256').update(`${process.arch} ${tools}`).digest('hex').slice(0, 16);
  const folder = join(cache, key);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(join(cache, 'partial-'));
  await writeFile(join(partial, 'package.json'), '{"private":true}');
  await run('npm', ['install', ...npmFlags, ...tools], { cwd: partial });
  if (tools.every((tool) => /@\d+\.\d+\.\d+$/.test(tool))) {
    await rename(partial, folder);
    return folder;
  }
  onTestFinished(() => rm(partial, { recursive: true, force: true }));
  return partial;
}

/**
 * Installs a release of Node.js: the package that the install script of `node` downloads.
 *
 * @param release a version or a range, such as `24`
 * @returns the folder of its executable
 */
export async function installNode(release: string): Promise<string> {
  const name = `node-${process.platform}-${process.arch}`;
  return join(await installTools(`${name}@${release}`), 'node_modules', name, 'bin');
}

/** Packs the built package for the tests of a file; returns what gets the path of the tarball. */
export function packedPackage(): () => string {
  let folder: string;
  let tarball: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'newswatch-tarball-'));
    await run('npm', ['pack', '--ignore-scripts', '--loglevel=error', source], { cwd: folder });
    const [name = ''] = await readdir(folder);
    tarball = join(folder, name);
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));
  return () => tarball;
}

/**
 * Creates a project with the packed package. It is deleted at the end of the test.
 *
 * @param tools a folder of {@link installTools}, whose packages the project can import
 * @param files contents by path
 * @param options.optional whether the optional dependencies are installed too (default: no)
 */
export async function createProject(
  tools: string,
  tarball: string,
  files: Readonly<Record<string, string>>,
  { optional = false }: { optional?: boolean } = {},
): Promise<string> {
  const folder = await createFolder(tools, files);
  const flags = optional ? npmFlags : [...npmFlags, '--omit=optional'];
  await run('npm', ['install', ...flags, tarball], { cwd: folder });
  return folder;
}

/** Creates a project with files and without packages. It is deleted at the end of the test. */
export function createEmptyProject(files: Readonly<Record<string, string>> = {}): Promise<string> {
  return createFolder(tmpdir(), files);
}

async function createFolder(
  parent: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(join(parent, 'project-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const all = { 'package.json': '{"private":true,"type":"module"}', ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

interface RunOptions {
  cwd: string;
  env?: Readonly<Record<string, string>>;
  /** Standard input (default: empty). */
  input?: string;
  /** In milliseconds (default: five minutes). */
  timeout?: number;
}

/**
 * Runs a program to its end, in the {@link environment} of a user without settings.
 *
 * @throws {Error} with the output of the program if it fails
 */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env = {}, input = '', timeout = 300_000 }: RunOptions,
): Promise<{ stdout: string; stderr: string }> {
  const options = { cwd, env: environment(env), timeout, maxBuffer: 16_777_216 };
  try {
    const running = promisify(execFile)(program, args, options);
    // A program that does not read its input may have ended before.
    running.child.stdin?.on('error', () => {}).end(input);
    return await running;
  } catch (error) {
    const { stdout = '', stderr = '', killed, code } = error as ExecFileException;
    const reason = killed ? `took more than ${timeout} ms` : `exited with ${code}`;
    const command = [basename(program), ...args].join(' ');
    throw new Error(`${command} ${reason}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Variables that tell programs how to reach the network. */
const network = ['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE'];

/**
 * The environment of a user without settings and telemetry: `PATH`, `HOME`, how to reach the network,
 * and the given variables.
 */
export function environment(env: Readonly<Record<string, string>>): Record<string, string> {
  mkdirSync(home, { recursive: true });
  const kept = ['PATH', ...network].flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const quiet = { NEXT_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_COLOR: '1', CI: '1' };
  return { ...Object.fromEntries(kept), HOME: home, ...quiet, ...env };
}

/** Lines of a package manager or of Node.js that warn of something. */
export function warningsIn({ stdout, stderr }: Record<'stderr' | 'stdout', string>): string[] {
  return `${stdout}\n${stderr}`
    .split('\n')
    .filter((line) => /\bwarn|deprecated|ignored build|unsupported|missing peer/i.test(line));
}
