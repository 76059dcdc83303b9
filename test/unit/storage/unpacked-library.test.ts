import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import { unpackLibrary } from '../../../src/storage/unpacked-library.ts';

const library = Buffer.from('a native library');
const sha256 = createHash('sha256').update(library).digest('hex');

let compressed: string;
let folder: string;
beforeEach(async () => {
  const temporary = await mkdtemp(join(tmpdir(), 'newswatch-library-'));
  compressed = join(temporary, 'library.br');
  writeFileSync(compressed, brotliCompressSync(library));
  folder = join(temporary, 'cache/newswatch');
});

const unpack = () => unpackLibrary(compressed, sha256, folder);

describe('unpackLibrary()', () => {
  it('unpacks the library once, into a folder that only this user can access', () => {
    const { file, path } = unpack();
    expect(readFileSync(path)).toEqual(library);
    const { mtimeMs } = statSync(file);
    expect(unpack().file).toBe(file);
    expect(statSync(file).mtimeMs).toBe(mtimeMs);
    expect(readdirSync(folder)).toHaveLength(1);
    if (process.platform !== 'win32') {
      expect(statSync(folder).mode & 0o777).toBe(0o700);
      expect(statSync(file).mode & 0o777).toBe(0o600);
    }
  });

  it.each([
    ['changed', Buffer.from('a changed library')],
    ['cut off', library.subarray(0, 4)],
    ['empty', Buffer.alloc(0)],
  ])('replaces a file that is %s', (_, content) => {
    writeFileSync(unpack().file, content);
    expect(readFileSync(unpack().path)).toEqual(library);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it.runIf(process.platform === 'linux')('loads the verified file from an exchanged folder', () => {
    const { file, path } = unpack();
    renameSync(folder, `${folder}-own`);
    mkdirSync(folder);
    writeFileSync(file, 'planted');
    expect(readFileSync(path)).toEqual(library);
  });

  it.skipIf(process.platform === 'win32')('replaces a file that others can change', () => {
    chmodSync(unpack().file, 0o666);
    expect(statSync(unpack().file).mode & 0o777).toBe(0o600);
  });

  it.runIf(process.geteuid?.() === 0)('replaces a file of another user', () => {
    chownSync(unpack().file, 12_345, 12_345);
    expect(statSync(unpack().file).uid).toBe(0);
  });

  it.runIf(process.geteuid?.() === 0)('refuses a folder of another user', () => {
    unpack();
    chownSync(folder, 12_345, 12_345);
    expect(unpack).toThrow(`${folder} belongs to another user`);
  });

  it.skipIf(process.platform === 'win32')('refuses a folder that others can change', () => {
    unpack();
    chmodSync(folder, 0o777);
    expect(unpack).toThrow(`${folder} can be changed by other users`);
  });

  it('refuses a symbolic link to a folder', () => {
    const target = join(compressed, '../target');
    mkdirSync(target, { mode: 0o700 });
    mkdirSync(join(folder, '..'));
    symlinkSync(target, folder, 'junction');
    expect(unpack).toThrow(`${folder} is not a folder`);
    expect(readdirSync(target)).toEqual([]);
  });

  it('writes nothing if the compressed library is damaged', () => {
    writeFileSync(compressed, brotliCompressSync(Buffer.from('another library')));
    expect(unpack).toThrow(`${compressed} is damaged`);
    expect(readdirSync(folder)).toEqual([]);
  });
});
