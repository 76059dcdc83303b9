import { lstat, writeFile } from 'node:fs/promises';
import { exitCode } from './exit-code.ts';
import { Failure } from './failure.ts';
import { replaceFile } from './whole-file.ts';

/**
 * Replaces a file whole or not at all, its permissions kept. A device or a pipe is written to as it
 * is, and a link is followed.
 *
 * @throws {Failure} `output_lost` when the text is not there in the end
 */
export async function writeAnswerFile(path: string, text: string): Promise<void> {
  try {
    const known = await lstat(path).catch(() => undefined);
    if (known === undefined) await replaceFile(path, text);
    else if (known.isFile()) await replaceFile(path, text, known.mode & 0o777);
    else await writeFile(path, text);
  } catch (cause) {
    throw lost(path, cause);
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
