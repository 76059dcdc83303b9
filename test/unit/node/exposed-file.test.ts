import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { exposureOf } from '../../../src/node/exposed-file.ts';
import { isPosix } from '../../helpers/capabilities.ts';

async function fileOf(mode: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'newswatch-exposed-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, 'key');
  await writeFile(path, 'x');
  await chmod(path, mode);
  return path;
}

it.runIf(isPosix)('a file that others can access is exposed (POSIX)', async () => {
  for (const [mode, exposure] of [
    [0o600, 'no'],
    [0o640, 'fixable'],
    [0o604, 'fixable'],
  ] as const) {
    const path = await fileOf(mode);
    expect(await exposureOf(path, await stat(path))).toBe(exposure);
  }
});

it('no file is exposed on Windows, where modes mean nothing', async () => {
  const path = await fileOf(0o666);
  expect(await exposureOf(path, await stat(path), 'win32')).toBe('no');
});
