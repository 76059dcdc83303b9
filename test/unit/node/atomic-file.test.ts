import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  createPrivateFile,
  writeFileAtomically,
  writePrivateFileAtomically,
} from '../../../src/node/atomic-file.ts';
import { isPosix } from '../../helpers/capabilities.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-file-'));
});
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

it('replaces a file and leaves no temporary file', async () => {
  const path = join(folder, 'file');
  await writeFile(path, 'old');
  await writeFileAtomically(path, 'new');
  expect(await readFile(path, 'utf8')).toBe('new');
  expect(await readdir(folder)).toEqual(['file']);
});

it('writes a file with the longest name that file systems allow', async () => {
  const path = join(folder, 'n'.repeat(255));
  await writeFileAtomically(path, 'text');
  expect(await readFile(path, 'utf8')).toBe('text');
});

it('leaves no temporary file if the file cannot be replaced', async () => {
  await expect(writeFileAtomically(folder, 'new')).rejects.toThrow(/EISDIR|ENOTEMPTY|EPERM|EEXIST/);
  expect(await readdir(folder)).toEqual([]);
});

it.runIf(isPosix)(
  'creates a private file and its folders for their owner only (POSIX)',
  async () => {
    const path = join(folder, 'a', 'b', 'file');
    await writePrivateFileAtomically(path, 'text');
    expect(
      await Promise.all([path, join(folder, 'a'), join(folder, 'a', 'b')].map(modeOf)),
    ).toEqual([0o600, 0o700, 0o700]);
  },
);

it('keeps the first of several files created at once', async () => {
  const path = join(folder, 'made', 'key');
  const seen = await Promise.all(
    Array.from({ length: 20 }, async (_, each) => {
      await createPrivateFile(path, `key ${each}`);
      return readFile(path, 'utf8');
    }),
  );
  expect(new Set(seen).size).toBe(1);
  expect(await readdir(join(folder, 'made'))).toEqual(['key']);
});

it.runIf(process.platform === 'linux')('fails if no folder can be created', async () => {
  await expect(writePrivateFileAtomically('/proc/newswatch/deep/file', '')).rejects.toThrow(
    'ENOENT',
  );
});

describe.runIf(isPosix)('a symbolic link (POSIX)', () => {
  it('stays, and its target is replaced and keeps its permissions', async () => {
    await mkdir(join(folder, 'real'));
    const target = join(folder, 'real', 'target');
    await writeFile(target, 'old');
    await chmod(target, 0o606);
    await symlink('target', join(folder, 'real', 'second'));
    const path = join(folder, 'first');
    await symlink(join('real', 'second'), path);
    const { ino } = await stat(target);
    await writeFileAtomically(path, 'new');
    expect(await readFile(target, 'utf8')).toBe('new');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
    expect(await modeOf(target)).toBe(0o606);
    // A new inode: the old content was never truncated.
    expect((await stat(target)).ino).not.toBe(ino);
    expect((await readdir(join(folder, 'real'))).sort()).toEqual(['second', 'target']);
  });

  it('is relative to the real folder of the link', async () => {
    await mkdir(join(folder, 'real', 'deep'), { recursive: true });
    await symlink(join('real', 'deep'), join(folder, 'short'));
    await symlink(join('..', 'target'), join(folder, 'real', 'deep', 'link'));
    await writeFileAtomically(join(folder, 'short', 'link'), 'new');
    expect(await readFile(join(folder, 'real', 'target'), 'utf8')).toBe('new');
    expect((await readdir(folder)).sort()).toEqual(['real', 'short']);
  });

  it('without a target is written through', async () => {
    const path = join(folder, 'link');
    await symlink('missing', path);
    await writePrivateFileAtomically(path, 'text');
    expect(await readFile(join(folder, 'missing'), 'utf8')).toBe('text');
    expect((await lstat(path)).isSymbolicLink()).toBe(true);
  });

  it('to itself is an error', async () => {
    const path = join(folder, 'loop');
    await symlink('loop', path);
    await expect(writeFileAtomically(path, 'text')).rejects.toMatchObject({ code: 'ELOOP' });
  });
});
