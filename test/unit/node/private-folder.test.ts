import { mkdtempSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { makePrivateFolder } from '../../../src/node/private-folder.ts';
import { isPosix } from '../../helpers/capabilities.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'newswatch-folder-'));
});

it('creates a folder and its parents', () => {
  makePrivateFolder(join(root, 'a', 'b'));
  for (const folder of [join(root, 'a'), join(root, 'a', 'b')]) {
    expect(statSync(folder).isDirectory()).toBe(true);
    // Windows has access lists instead of modes.
    if (isPosix) expect(statSync(folder).mode & 0o777).toBe(0o700);
  }
});

it('keeps an existing folder', () => {
  makePrivateFolder(root);
  makePrivateFolder(root);
});

it('throws if a file is in the way', () => {
  writeFileSync(join(root, 'file'), '');
  expect(() => makePrivateFolder(join(root, 'file', 'a'))).toThrow(isPosix ? 'ENOTDIR' : 'ENOENT');
});

it.runIf(process.platform === 'linux')('returns if no folder can be created', () => {
  expect(() => makePrivateFolder('/proc/newswatch/deep')).toThrow('ENOENT');
});
