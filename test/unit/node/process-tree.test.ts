import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { type KillHost, killProcessTree, killProgram } from '../../../src/node/process-tree.ts';
import { isPosix } from '../../helpers/capabilities.ts';

function failing(code: string): () => never {
  return () => {
    throw Object.assign(new Error(code), { code });
  };
}

/** A host that records what it is asked to do. */
function fakeHost(platform: NodeJS.Platform, parts: Partial<KillHost> = {}) {
  const calls: unknown[] = [];
  const host: KillHost = {
    platform,
    env: { systemroot: 'D:\\Windows' },
    kill: (...args) => calls.push(args),
    run: async (...args) => {
      calls.push(args);
      return 0;
    },
    ...parts,
  };
  return { host, calls };
}

describe('killing a process tree on POSIX', () => {
  it('kills the group of the program', async () => {
    const { host, calls } = fakeHost('darwin');
    await killProcessTree(42, host);
    expect(calls).toEqual([[-42, 'SIGKILL']]);
  });

  it('succeeds if the group has exited', async () => {
    const { host } = fakeHost('linux', { kill: failing('ESRCH') });
    await killProcessTree(42, host);
  });

  it('fails if a process of the group cannot be killed', async () => {
    const { host } = fakeHost('linux', { kill: failing('EPERM') });
    await expect(killProcessTree(42, host)).rejects.toThrow(/process 42 .*EPERM/);
  });

  it.runIf(isPosix)('ends a real program and its child (POSIX)', async () => {
    const child = spawn('sh', ['-c', 'sleep 1000 & echo $!; wait'], { detached: true });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const exited = once(child, 'exit');
    const closed = once(child, 'close');
    await killProcessTree(child.pid ?? 0);
    expect(await exited).toEqual([null, 'SIGKILL']);
    // The output is closed when its last holder, the child of the program, has ended.
    await closed;
    expect(Number(String(line))).toBeGreaterThan(0);
  });
});

describe('killing a process tree on Windows', () => {
  it('runs the taskkill of the system folder', async () => {
    const { host, calls } = fakeHost('win32');
    await killProcessTree(42, host);
    expect(calls).toEqual([['D:\\Windows\\System32\\taskkill.exe', ['/pid', '42', '/T', '/F']]]);
  });

  it('succeeds if the program has exited', async () => {
    const { host, calls } = fakeHost('win32', { run: async () => 128 });
    await killProcessTree(42, host);
    expect(calls).toEqual([]);
  });

  it.each([
    ['fails', async () => 1, 'taskkill exited with code 1'],
    ['is missing', async () => failing('ENOENT')(), 'taskkill: no such file or directory (ENOENT)'],
  ])('kills the program itself and fails if taskkill %s', async (_what, run, reason) => {
    const { host, calls } = fakeHost('win32', { run });
    await expect(killProcessTree(42, host)).rejects.toThrow(
      `process 42 and the processes that it started: ${reason}`,
    );
    expect(calls).toEqual([[42, 'SIGKILL']]);
  });

  it('says if the program itself cannot be killed either', async () => {
    const { host } = fakeHost('win32', { run: async () => 1, kill: failing('EPERM') });
    await expect(killProcessTree(42, host)).rejects.toThrow(/code 1; .*EPERM/);
  });
});

describe('killing a program', () => {
  const running = { exitCode: null, signalCode: null };
  const exited = { exitCode: 0, signalCode: null };

  it('kills what it left behind, except on Windows, where its id may be that of another one', async () => {
    for (const [platform, count] of [
      ['linux', 1],
      ['darwin', 1],
      ['win32', 0],
    ] as const) {
      const { host, calls } = fakeHost(platform);
      await killProgram({ pid: 42, child: exited }, host);
      expect(calls).toHaveLength(count);
      await killProgram({ pid: 42, child: running }, host);
      expect(calls).toHaveLength(count + 1);
    }
  });

  it('succeeds on macOS if the group has only processes that have exited', async () => {
    const kill = failing('EPERM');
    await killProgram({ pid: 42, child: exited }, fakeHost('darwin', { kill }).host);
    const { host } = fakeHost('darwin', { kill });
    await expect(killProgram({ pid: 42, child: running }, host)).rejects.toThrow('EPERM');
    const linux = fakeHost('linux', { kill }).host;
    await expect(killProgram({ pid: 42, child: exited }, linux)).rejects.toThrow('EPERM');
  });
});
