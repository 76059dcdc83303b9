import { chmod, mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findProgram, hasFolder, programHost } from '../../../src/node/find-program.ts';
import { isPosix } from '../../helpers/capabilities.ts';

/** A Windows computer with these files. */
function windows(files: readonly string[], env: Record<string, string> = {}) {
  const known = new Set(files.map((file) => file.toLowerCase()));
  return {
    platform: 'win32' as const,
    env: { Path: 'C:\\bin;"D:\\more tools"', PATHEXT: '.EXE;.CMD', ...env },
    isProgram: (path: string) => known.has(path.toLowerCase()),
  };
}

describe('a program on Windows', () => {
  it.each([
    ['a shim of npm', 'npx', ['C:\\bin\\npx.cmd'], 'C:\\bin\\npx.CMD'],
    ['a file with its extension', 'run.cmd', ['C:\\bin\\run.cmd'], 'C:\\bin\\run.cmd'],
    ['a quoted folder of PATH', 'tool', ['D:\\more tools\\tool.exe'], 'D:\\more tools\\tool.EXE'],
    ['the current folder', 'handle', ['handle.cmd'], 'handle.CMD'],
    ['a relative path', '.\\handle', ['handle.cmd'], 'handle.CMD'],
    ['a path with slashes', './handle.js', ['handle.js'], 'handle.js'],
    ['an absolute path', 'C:\\my tools\\x', ['C:\\my tools\\x.exe'], 'C:\\my tools\\x.EXE'],
    ['the first extension', 'a', ['C:\\bin\\a.cmd', 'C:\\bin\\a.exe'], 'C:\\bin\\a.EXE'],
  ])('is %s', (_what, name, files, found) => {
    expect(findProgram(name, windows(files))).toBe(found);
  });

  it('has the extensions of cmd.exe if PATHEXT is not set', () => {
    expect(findProgram('a', windows(['C:\\bin\\a.bat'], { PATHEXT: '' }))).toBe('C:\\bin\\a.BAT');
  });

  it('is not searched in PATH if it is a path', () => {
    expect(findProgram('.\\a.exe', windows(['C:\\bin\\a.exe']))).toBeUndefined();
    expect(hasFolder('C:a.exe', 'win32')).toBe(true);
  });

  it('is missing if there is no such file', () => {
    expect(findProgram('nowhere', windows([]))).toBeUndefined();
    expect(findProgram('', windows(['']))).toBeUndefined();
  });
});

describe.runIf(isPosix)('a program on POSIX', () => {
  it('is an executable file of PATH', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'newswatch-program-'));
    await writeFile(join(folder, 'plain'), '');
    await writeFile(join(folder, 'tool'), '');
    await chmod(join(folder, 'tool'), 0o755);
    await mkdir(join(folder, 'folder'));
    const host = programHost({ PATH: `/nowhere:${folder}` });
    expect(findProgram('tool', host)).toBe(join(folder, 'tool'));
    expect(findProgram(join(folder, 'tool'), host)).toBe(join(folder, 'tool'));
    for (const name of ['plain', 'folder', 'missing', 'sub\\tool']) {
      expect(findProgram(name, host)).toBeUndefined();
    }
    expect(hasFolder('a\\b', 'linux')).toBe(false);
  });
});
