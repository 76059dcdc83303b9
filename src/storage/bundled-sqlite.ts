import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { cacheFolder } from '../node/cache-folder.ts';
import { errorMessage } from '../node/error-message.ts';
import { packageFile } from '../node/package-files.ts';
import type { SqliteDriver } from './sqlite-connection.ts';
import { unpackLibrary } from './unpacked-library.ts';

export interface BundledSqliteOptions {
  /** The folder of the compressed libraries and their `checksums.json` (default: that of the package). */
  source?: string;
  /** Default: the platform of this process, such as `linux-x64`. */
  platform?: string;
  /** Where the library may be unpacked, in order of preference (default: for this user). */
  folders?: readonly string[];
}

/**
 * Loads the SQLite library that the package contains for this platform. The first use unpacks it.
 *
 * @throws {Error} with the reason if there is none for the platform, or the system does not load it
 */
export function loadBundledSqlite({
  source = packageFile('dist/native'),
  platform = platformName(),
  folders = userFolders(),
}: BundledSqliteOptions = {}): SqliteDriver {
  const sha256 = checksums(source)[platform];
  if (sha256 === undefined) throw new Error(`this package contains no SQLite for ${platform}`);
  // Two copies of SQLite in a process release each other's locks, and damage databases
  // (sqlite.org/howtocorrupt.html, 2.2.1). So all threads load the file that the first one loaded.
  const key = `newswatch SQLite ${sha256}`;
  const loaded = getEnvironmentData(key);
  if (typeof loaded === 'string') return load(loaded);
  const problems: string[] = [];
  for (const folder of folders) {
    try {
      const { file, path } = unpackLibrary(join(source, `${platform}.node.br`), sha256, folder);
      const driver = load(path, file);
      setEnvironmentData(key, path);
      return driver;
    } catch (error) {
      problems.push(errorMessage(error));
    }
  }
  throw new Error(`the SQLite of this package cannot be loaded (${problems.join('; ')})`);
}

/** @param file names the library in an error */
function load(path: string, file = path): SqliteDriver {
  const module = { exports: {} };
  try {
    process.dlopen(module, path);
  } catch (error) {
    throw new Error(`${file} cannot be loaded: ${errorMessage(error)}`);
  }
  return module.exports as SqliteDriver;
}

/** The SHA-256 of each library by platform; empty in development, which has none. */
function checksums(source: string): Partial<Record<string, string>> {
  try {
    return JSON.parse(readFileSync(join(source, 'checksums.json'), 'utf8'));
  } catch {
    return {};
  }
}

/** The cache folder of the user by the conventions of the platform, and a folder for temporary files. */
function userFolders(): string[] {
  const user = process.geteuid?.();
  const temporary = join(tmpdir(), user === undefined ? 'newswatch' : `newswatch-${user}`);
  const cache = cacheFolder({ platform: process.platform, env: process.env, home: homedir });
  return cache === undefined ? [temporary] : [cache, temporary];
}

function platformName(): string {
  const { platform, arch } = process;
  return `${platform}-${arch}${platform === 'linux' && usesMusl(process.execPath) ? '-musl' : ''}`;
}

/**
 * Whether a program of Linux uses musl instead of glibc: its header names the dynamic linker.
 * `process.report` says so too, but looks up the names of all connected hosts first.
 */
function usesMusl(program: string): boolean {
  const header = Buffer.alloc(4096);
  const file = openSync(program, 'r');
  try {
    readSync(file, header);
  } finally {
    closeSync(file);
  }
  return header.includes('/ld-musl-');
}
