import { expect, it } from 'vitest';
import { renameFile } from '../../../src/node/rename-file.ts';

/** A host whose first renames fail with these codes. */
function failingHost(platform: NodeJS.Platform, codes: readonly string[]) {
  const left = [...codes];
  const renamed: string[][] = [];
  const pauses: number[] = [];
  const host = {
    platform,
    rename: async (...paths: string[]) => {
      const code = left.shift();
      if (code !== undefined) throw Object.assign(new Error(code), { code });
      renamed.push(paths);
    },
    sleep: async (milliseconds: number) => void pauses.push(milliseconds),
  };
  return { host, renamed, pauses };
}

it('is retried on Windows while a file is open', async () => {
  const { host, renamed, pauses } = failingHost('win32', ['EPERM', 'EACCES', 'EBUSY']);
  await renameFile('new', 'old', host);
  expect(renamed).toEqual([['new', 'old']]);
  expect(pauses).toEqual([10, 20, 40]);
});

it('fails on Windows if the file stays open for 2.5 seconds', async () => {
  const { host, renamed, pauses } = failingHost('win32', Array(100).fill('EPERM'));
  await expect(renameFile('new', 'old', host)).rejects.toMatchObject({ code: 'EPERM' });
  expect(renamed).toEqual([]);
  expect(pauses.reduce((sum, each) => sum + each)).toBe(2550);
});

it.each([
  ['win32', 'ENOENT'],
  ['linux', 'EPERM'],
  ['darwin', 'EACCES'],
] as const)('fails at once on %s with %s', async (platform, code) => {
  const { host, pauses } = failingHost(platform, [code]);
  await expect(renameFile('new', 'old', host)).rejects.toMatchObject({ code });
  expect(pauses).toEqual([]);
});
