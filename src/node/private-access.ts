import { execFileSync } from 'node:child_process';
import { win32 } from 'node:path';
import { variableOf } from './environment.ts';
import { errorMessage } from './error-message.ts';
import { windowsSystemFile } from './windows-system-file.ts';

/** What `restrictToOwner()` uses of the operating system. */
export interface AccessHost {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  /** Runs a program and returns its stdout; throws if its exit code is not 0. */
  run(file: string, args: readonly string[]): string;
  warn(message: string): void;
}

/** Milliseconds that each program may take. */
const timeout = 10_000;

/** The security identifier of the operating system itself. */
const systemSid = 'S-1-5-18';

/**
 * Lets only this user and the operating system access a new file, or a new folder with everything that
 * will be created in it. Does nothing where the mode of a file does that, and nothing in the user's
 * profile folder on Windows, which is private. Warns if it fails.
 */
export function restrictToOwner(
  path: string,
  kind: 'file' | 'folder',
  host: AccessHost = systemHost,
): void {
  if (!needsAccessList(path, host)) return;
  const rights = kind === 'folder' ? '(OI)(CI)F' : 'F';
  try {
    const user = host.run(windowsSystemFile('whoami.exe', host.env), [
      '/user',
      '/fo',
      'csv',
      '/nh',
    ]);
    const [sid] = /S-1-[\d-]+/.exec(user) ?? [];
    if (sid === undefined) throw new Error('whoami printed no security identifier');
    const grants = [sid, systemSid].map((each) => `*${each}:${rights}`);
    const args = [path, '/inheritance:r', '/grant:r', ...grants];
    host.run(windowsSystemFile('icacls.exe', host.env), args);
  } catch (error) {
    host.warn(`other users of this computer may have access to ${path}: ${errorMessage(error)}`);
  }
}

/** Warns that files that will be created in an existing folder get the access of that folder. */
export function warnOfSharedFolder(folder: string, host: AccessHost = systemHost): void {
  if (!needsAccessList(folder, host)) return;
  host.warn(
    `users with access to ${folder} have access to the files in it; ` +
      'name a new folder, and newswatch creates it for this user only',
  );
}

function needsAccessList(path: string, { platform, env }: AccessHost): boolean {
  if (platform !== 'win32') return false;
  const profile = variableOf(env, 'USERPROFILE', platform);
  if (!profile) return true;
  const relative = win32.relative(profile, win32.resolve(path));
  return relative === '..' || relative.startsWith('..\\') || win32.isAbsolute(relative);
}

let hasWarned = false;

const systemHost: AccessHost = {
  platform: process.platform,
  env: process.env,
  run: (file, args) =>
    execFileSync(file, args, {
      encoding: 'utf8',
      timeout,
      windowsHide: true,
      stdio: ['ignore', 'pipe', 'ignore'],
    }),
  warn: (message) => {
    if (!hasWarned) process.emitWarning(message, { code: 'NEWSWATCH_NOT_PRIVATE' });
    hasWarned = true;
  },
};
