import { createHash, randomUUID } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { makePrivateFolder } from '../node/private-folder.ts';

const othersCanWrite = 0o022;

interface UnpackedLibrary {
  /** Where it is. */
  file: string;
  /** What to load: on Linux a path that leads to the verified file, whatever happens to its folder. */
  path: string;
}

/**
 * Decompresses a native library into a folder that only this user can change, unless a file with its
 * content is there already. Several processes may do this at the same time.
 *
 * @param compressed the path of the library, compressed with brotli
 * @param sha256 of the library, in hex
 * @throws {Error} if the folder or the library cannot be used
 */
export function unpackLibrary(compressed: string, sha256: string, folder: string): UnpackedLibrary {
  makePrivateFolder(folder);
  assertOwnFolder(folder);
  const file = join(folder, `sqlite-${sha256.slice(0, 16)}.node`);
  const existing = openVerified(file, sha256);
  if (existing !== undefined) return loadable(file, existing);
  const library = brotliDecompressSync(readFileSync(compressed));
  if (sha256Of(library) !== sha256) throw new Error(`${compressed} is damaged`);
  const temporary = `${file}.${randomUUID()}`;
  let failure: unknown;
  try {
    writeFileSync(temporary, library, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    // On Windows, a library that another process has loaded meanwhile cannot be replaced.
    failure = error;
    rmSync(temporary, { force: true });
  }
  const unpacked = openVerified(file, sha256);
  if (unpacked === undefined) throw failure ?? new Error(`${file} was changed by another process`);
  return loadable(file, unpacked);
}

/** Others could replace the library before or after its verification. */
function assertOwnFolder(folder: string): void {
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) throw new Error(`${folder} is not a folder`);
  if (belongsToAnotherUser(stats)) throw new Error(`${folder} belongs to another user`);
  if (canBeChangedByOthers(stats)) throw new Error(`${folder} can be changed by other users`);
}

const belongsToAnotherUser = ({ uid }: Stats) =>
  process.geteuid !== undefined && uid !== process.geteuid();

const canBeChangedByOthers = ({ mode }: Stats) =>
  process.geteuid !== undefined && (mode & othersCanWrite) !== 0;

/** Opens a file that only this user can change and that has the content. */
function openVerified(file: string, sha256: string): number | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const stats = fstatSync(descriptor);
    const isOwn = !belongsToAnotherUser(stats) && !canBeChangedByOthers(stats);
    if (isOwn && sha256Of(readFileSync(descriptor)) === sha256) return descriptor;
  } catch {
    // It is not there, or cannot be read: it is unpacked again.
  }
  if (descriptor !== undefined) closeSync(descriptor);
  return undefined;
}

/**
 * Someone who can write in a parent of the folder, such as a volume of a container, could exchange the whole
 * folder after the verification. On Linux the descriptor still leads to the file then, and stays open for
 * other threads.
 */
function loadable(file: string, descriptor: number): UnpackedLibrary {
  const path = `/proc/self/fd/${descriptor}`;
  if (process.platform === 'linux' && existsSync(path)) return { file, path };
  closeSync(descriptor);
  return { file, path: file };
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
