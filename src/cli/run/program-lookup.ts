import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { usageFailure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/**
 * Looks for a program as starting it would, so that one that is not there is named at once and not
 * when it is needed.
 *
 * @throws {Failure} `no_program`
 */
export function checkProgram(name: string, flag: string, { env }: Pick<Shell, 'env'>): void {
  // Windows goes by the ends of names as well.
  if (process.platform === 'win32') return;
  const folders = name.includes('/') ? [''] : (env['PATH'] ?? '').split(delimiter);
  if (folders.some((folder) => canRun(folder === '' ? name : join(folder, name)))) return;
  const where = name.includes('/') ? '' : ' in any folder of PATH';
  throw usageFailure(
    'no_program',
    `${flag}: there is no program ${JSON.stringify(name)}${where}`,
    'Write its path, or make it executable: chmod +x',
  );
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
