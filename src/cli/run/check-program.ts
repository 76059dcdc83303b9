import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/**
 * Checks that a program can be started, so that a missing one is reported at startup.
 *
 * @throws {Failure} `no_program`
 */
export function checkProgram(name: string, flag: string, { env }: Pick<Shell, 'env'>): void {
  // On Windows, programs are also found by file extension.
  if (process.platform === 'win32') return;
  const folders = name.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter);
  if (folders.some((folder) => canRun(folder === '' ? name : join(folder, name)))) return;
  const where = name.includes('/') ? '' : ' in any folder of PATH';
  const message = `${flag}: there is no program ${JSON.stringify(name)}${where}`;
  throw new Failure('no_program', message);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
