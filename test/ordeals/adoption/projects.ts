import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import envPaths from 'env-paths';
import { onTestFinished } from 'vitest';
import { project as source } from '../../helpers/documents.ts';

const cache = envPaths('newswatch-adoption', { suffix: '' }).cache;

const npmFlags = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error'];

/**
 * Installs tools of the npm registry into a folder of the user's cache, once.
 *
 * @param tools with their versions, such as `webpack@5.112.2`
 * @returns the folder
 */
export async function installTools(...tools: readonly string[]): Promise<string> {
  const key = createHash('sha256').update(`${process.arch} ${tools}`).digest('hex').slice(0, 16);
  const folder = join(cache, key);
  if (existsSync(folder)) return folder;
  await mkdir(cache, { recursive: true });
  const partial = await mkdtemp(join(cache, 'partial-'));
  await writeFile(join(partial, 'package.json'), '{"private":true}');
  await run('npm', ['install', ...npmFlags, ...tools], { cwd: partial, timeout: 300_000 });
  await rename(partial, folder);
  return folder;
}

/** Packs the built package into a new folder, and returns the path of the tarball. */
export async function packPackage(): Promise<string> {
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'packed-'));
  await run('npm', ['pack', '--ignore-scripts', '--loglevel=error', source], { cwd: folder });
  const [name = ''] = await readdir(folder);
  return join(folder, name);
}

/**
 * Creates a project with the packed package, without its optional dependencies. It is deleted at the
 * end of the test.
 *
 * @param tools a folder of {@link installTools}, whose packages the project can import
 * @param files contents by path
 */
export async function createProject(
  tools: string,
  tarball: string,
  files: Readonly<Record<string, string>>,
): Promise<string> {
  const folder = await mkdtemp(join(tools, 'project-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const all = { 'package.json': '{"private":true,"type":"module"}', ...files };
  for (const [path, text] of Object.entries(all)) {
    await mkdir(join(folder, path, '..'), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  await run('npm', ['install', ...npmFlags, '--omit=optional', tarball], { cwd: folder });
  return folder;
}

interface RunOptions {
  cwd: string;
  env?: Readonly<Record<string, string>>;
  /** In milliseconds (default: two minutes). */
  timeout?: number;
}

/**
 * Runs a program to its end. It gets only `PATH`, `HOME` and the given environment.
 *
 * @throws {Error} with the output of the program if it fails
 */
export async function run(
  program: string,
  args: readonly string[],
  { cwd, env = {}, timeout = 120_000 }: RunOptions,
): Promise<{ stdout: string; stderr: string }> {
  const options = { cwd, env: environment(env), timeout, maxBuffer: 16_777_216 };
  try {
    return await promisify(execFile)(program, args, options);
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')} failed:\n${stdout}${stderr}`, { cause: error });
  }
}

/** The environment of a stranger's machine, without telemetry. */
export function environment(env: Readonly<Record<string, string>>): Record<string, string> {
  const { PATH = '', HOME = '' } = process.env;
  return { PATH, HOME, NEXT_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1', NO_COLOR: '1', ...env };
}
