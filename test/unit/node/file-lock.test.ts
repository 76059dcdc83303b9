import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync, utimesSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { FileLockedError, lockFile } from '../../../src/node/file-lock.ts';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'newswatch-lock-'));
  path = join(folder, 'file');
});

const leave = (owner: string) => writeFile(`${path}.lock`, owner);

it('has one owner at a time, and leaves nothing behind', async () => {
  let owners = 0;
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const release = await lockFile(path, { patience: 10_000 });
      owners += 1;
      expect(owners).toBe(1);
      await setTimeout(1);
      owners -= 1;
      release();
    }),
  );
  expect(await readdir(folder)).toEqual([]);
});

it('names the process that has it, and the file to delete', async () => {
  const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
  onTestFinished(() => void other.kill());
  await once(other, 'spawn');
  await leave(`${hostname()}\n${other.pid}\n1`);
  const error = await lockFile(path).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(FileLockedError);
  expect(error).toMatchObject({
    message: `${path} is being written by process ${other.pid} of ${hostname()}; if that has ended, delete ${path}.lock`,
  });
});

it('is free after a process that was killed, also if it had the id of this one', async () => {
  const { pid } = spawnSync(process.execPath, ['--version']);
  for (const ended of [pid, process.pid]) {
    await leave(`${hostname()}\n${ended}\n1`);
    (await lockFile(path))();
    expect(await readdir(folder)).toEqual([]);
  }
});

it('is free if its file was left empty', async () => {
  await leave('');
  (await lockFile(path))();
  expect(await readdir(folder)).toEqual([]);
});

describe('a lock of another machine', () => {
  it('counts while its process shows signs of life', async () => {
    await leave(`other-${hostname()}\n1\n1`);
    let time = 1000;
    const timer = setInterval(() => utimesSync(`${path}.lock`, time, time++), 20);
    onTestFinished(() => clearInterval(timer));
    await expect(lockFile(path, { heartbeat: 100 })).rejects.toThrow(
      `process 1 of other-${hostname()}`,
    );
  });

  it('does not count after three heartbeats without one', async () => {
    await leave(`other-${hostname()}\n1\n1`);
    const start = performance.now();
    (await lockFile(path, { heartbeat: 50 }))();
    expect(performance.now() - start).toBeGreaterThan(150);
    expect(await readdir(folder)).toEqual([]);
  });
});

it('shows signs of life', async () => {
  const release = await lockFile(path, { heartbeat: 20 });
  const { mtimeMs } = statSync(`${path}.lock`);
  await vi.waitFor(() => expect(statSync(`${path}.lock`).mtimeMs).toBeGreaterThan(mtimeMs));
  release();
});
