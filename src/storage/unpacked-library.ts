import { createHash, randomUUID } from 'node:crypto';
import { lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { makePrivateFolder } from '../node/private-folder.ts';

const othersCanWrite = 0o022;

/**
 * Decompresses a native library into a folder that only this user can change, unless a file with its
 * content is there already. Several processes may do this at the same time.
 *
 * @param compressed the path of the library, compressed with brotli
 * @param sha256 of the library, in hex
 * @returns the path of the file, whose content has been verified
 * @throws {Error} if the folder or the library cannot be used
 */
export function unpackLibrary(compressed: string, sha256: string, folder: string): string {
  makePrivateFolder(folder);
  assertOwnFolder(folder);
  const file = join(folder, `sqlite-${sha256.slice(0, 16)}.node`);
  if (hasContent(file, sha256)) return file;
  const library = brotliDecompressSync(readFileSync(compressed));
  if (sha256Of(library) !== sha256) throw new Error(`${compressed} is damaged`);
  const temporary = `${file}.${randomUUID()}`;
  try {
    writeFileSync(temporary, library, { flag: 'wx', mode: 0o600 });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    // On Windows, a library that another process has loaded meanwhile cannot be replaced.
    if (!hasContent(file, sha256)) throw error;
  }
  return file;
}

/** Others could replace the library after its verification. */
function assertOwnFolder(folder: string): void {
  const { geteuid } = process;
  const stats = lstatSync(folder);
  if (!stats.isDirectory()) throw new Error(`${folder} is not a folder`);
  if (geteuid === undefined) return;
  if (stats.uid !== geteuid()) throw new Error(`${folder} belongs to another user`);
  if (stats.mode & othersCanWrite) throw new Error(`${folder} can be changed by other users`);
}

function hasContent(file: string, sha256: string): boolean {
  try {
    return sha256Of(readFileSync(file)) === sha256;
  } catch {
    return false;
  }
}

function sha256Of(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}
