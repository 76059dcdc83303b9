import { accessSync, constants, statSync } from 'node:fs';
import { posix, win32 } from 'node:path';
import { variableOf } from './environment.ts';

/** What `findProgram()` uses of the operating system. */
export interface ProgramHost {
  platform: NodeJS.Platform;
  env: Readonly<Record<string, string | undefined>>;
  /** Whether a path is a file that this user can execute. On Windows: whether it is a file. */
  isProgram(path: string): boolean;
}

/** As `cmd.exe` has them if PATHEXT is not set. */
const defaultExtensions = '.COM;.EXE;.BAT;.CMD';

/**
 * The file that a program's name stands for: a path, or a file in a folder of PATH. On Windows also
 * one in the current folder, and one with an extension of PATHEXT. `undefined` if there is none.
 */
export function findProgram(name: string, host: ProgramHost): string | undefined {
  if (name === '') return undefined;
  const { platform, env, isProgram } = host;
  const isWindows = platform === 'win32';
  const { delimiter, join } = isWindows ? win32 : posix;
  const path = variableOf(env, 'PATH', platform) ?? '';
  const folders = hasFolder(name, platform)
    ? ['']
    : [...(isWindows ? [''] : []), ...path.split(delimiter).map(unquoted)];
  const extensions = isWindows
    ? ['', ...(variableOf(env, 'PATHEXT', platform) || defaultExtensions).split(delimiter)]
    : [''];
  return folders
    .flatMap((folder) => extensions.map((extension) => join(folder, name) + extension))
    .find((each) => isProgram(each));
}

/** Whether a name is a path, which is not searched in PATH. */
export function hasFolder(name: string, platform: NodeJS.Platform = process.platform): boolean {
  return platform === 'win32' ? /[\\/:]/.test(name) : name.includes('/');
}

/** The host of this process. */
export function programHost(
  env: ProgramHost['env'],
  platform: NodeJS.Platform = process.platform,
): ProgramHost {
  return { platform, env, isProgram: (path) => canExecute(path) };
}

/** Windows has no permission to execute: there, every file that can be read passes. */
function canExecute(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** A folder of PATH on Windows may be quoted. */
function unquoted(folder: string): string {
  return folder.replace(/^"(.*)"$/, '$1');
}
