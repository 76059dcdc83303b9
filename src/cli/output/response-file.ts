import { constants } from 'node:fs';
import { access, lstat, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomically } from '../../node/atomic-file.ts';
import { describeSystemError } from '../../node/system-error.ts';
import { invalidInput, outputFailure } from '../errors/failure.ts';

/**
 * Replaces a regular file atomically and keeps its permissions. Writes directly to devices, pipes
 * and the targets of symbolic links.
 *
 * @throws {Failure} `output_lost`
 */
export async function writeResponseFile(path: string, text: string): Promise<void> {
  try {
    const stats = await lstat(path).catch(() => undefined);
    if (stats === undefined) await writeFileAtomically(path, text);
    else if (stats.isFile()) await writeFileAtomically(path, text, stats.mode & 0o777);
    else await writeFile(path, text);
  } catch (cause) {
    throw outputFailure(`--output ${path} cannot be written and is unchanged`, cause);
  }
}

/** @throws {Failure} `invalid_value` if the file cannot be written */
export async function checkResponseFile(path: string): Promise<void> {
  try {
    const stats = await stat(path).catch(() => undefined);
    if (stats?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (stats === undefined || stats.isFile()) await access(dirname(path), constants.W_OK);
  } catch (error) {
    throw invalidInput(
      `--output ${path} cannot be written: ${describeSystemError(error)}; nothing was sent`,
      'Choose a file in an existing folder that you can write to',
    );
  }
}
