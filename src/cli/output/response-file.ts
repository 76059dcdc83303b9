import { constants } from 'node:fs';
import { access, lstat, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { writeFileAtomically } from '../../node/atomic-file.ts';
import { exitCode } from '../errors/exit-code.ts';
import { Failure, usageFailure } from '../errors/failure.ts';

/**
 * Replaces a file whole or not at all, its permissions kept. A device or a pipe is written to as it
 * is, and a link is followed.
 *
 * @throws {Failure} `output_lost` when the text is not there in the end
 */
export async function writeResponseFile(path: string, text: string): Promise<void> {
  try {
    const known = await lstat(path).catch(() => undefined);
    if (known === undefined) await writeFileAtomically(path, text);
    else if (known.isFile()) await writeFileAtomically(path, text, known.mode & 0o777);
    else await writeFile(path, text);
  } catch (cause) {
    throw lost(path, cause);
  }
}

/**
 * Says before anything is sent that no file can be written there.
 *
 * @throws {Failure} `invalid_value`
 */
export async function checkResponseFile(path: string): Promise<void> {
  try {
    const known = await stat(path).catch(() => undefined);
    if (known?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    if (known === undefined || known.isFile()) await access(dirname(path), constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usageFailure(
      'invalid_value',
      `--output ${path} cannot be written (${code}); nothing was sent`,
      'Name a file in a folder that is there and that you may write into',
    );
  }
}

function lost(path: string, cause: unknown): Failure {
  const { code } = cause as NodeJS.ErrnoException;
  return new Failure(
    {
      error: 'output_lost',
      kind: 'internal',
      message: `--output ${path} cannot be written (${code}); what was there is unchanged`,
      hint: 'The call itself may have been carried out: look before you repeat a write',
      exitCode: exitCode.unexpected,
    },
    { cause },
  );
}
