import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
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
    const file = unpack();
    expect(readFileSync(file)).toEqual(library);
    const { mtimeMs } = statSync(file);
    expect(unpack()).toBe(file);
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
    const file = unpack();
    writeFileSync(file, content);
    expect(readFileSync(unpack())).toEqual(library);
    expect(readdirSync(folder)).toHaveLength(1);
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
