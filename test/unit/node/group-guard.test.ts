import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { GroupGuard } from '../../../src/node/group-guard.ts';
import { isPosix } from '../../helpers/capabilities.ts';
import { eventually } from '../../helpers/eventually.ts';

/** A program in place of the shell, which records its starts and its input. */
function countedShell(line?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'newswatch-guard-'));
  const program = join(folder, 'shell');
  const starts = join(folder, 'starts');
  const input = join(folder, 'input');
  const text = `#!/bin/sh\necho $$ >> ${starts}\n${line ?? `exec cat >> ${input}`}\n`;
  writeFileSync(program, text, { mode: 0o755 });
  const contentOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  return {
    program,
    pids: () => contentOf(starts).split('\n').filter(Boolean).map(Number),
    input: () => contentOf(input),
  };
}

it.runIf(isPosix)('rejects if the shell cannot be started (POSIX)', async () => {
  const guard = new GroupGuard('/nowhere/sh');
  await expect(guard.add(999_999)).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(guard.add(999_999)).rejects.toMatchObject({ code: 'ENOENT' });
});

it.runIf(isPosix)('restarts a shell that ends at once only after a pause (POSIX)', async () => {
  const { program, pids } = countedShell('exit 1');
  const guard = new GroupGuard(program);
  onTestFinished(() => guard.remove(999_999));
  await guard.add(999_999).catch(() => {});
  await eventually(() => pids().length > 0);
  await pause(300);
  expect(pids().length).toBeLessThan(3);
});

it.runIf(isPosix)('guards all groups again after its shell was killed (POSIX)', async () => {
  const { program, pids, input } = countedShell();
  const guard = new GroupGuard(program);
  onTestFinished(() => {
    for (const group of [999_998, 999_999]) guard.remove(group);
  });
  await guard.add(999_998);
  await guard.add(999_999);
  await eventually(() => input() === '+ 999998\n+ 999999\n');
  process.kill(pids()[0] ?? 0, 'SIGKILL');
  await eventually(() => input() === '+ 999998\n+ 999999\n'.repeat(2));
});
