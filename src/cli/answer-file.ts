import { lstat, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { exitCode } from './exit-code.ts';
import { Failure } from './failure.ts';

/**
 * Replaces a file whole or not at all: what was there stays until all of the text is on the disk. A
 * device or a pipe is written to as it is.
 *
 * @throws {Failure} `output_lost` when the text is not there in the end
 */
export async function writeAnswerFile(path: string, text: string): Promise<void> {
  try {
    if (await isReplaceable(path)) await replace(path, text);
    else await write(path, 'w', text);
  } catch (cause) {
    throw lost(path, cause);
  }
}

async function isReplaceable(path: string): Promise<boolean> {
  const known = await lstat(path).catch(() => undefined);
  return known === undefined || known.isFile();
}

async function replace(path: string, text: string): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}`);
  try {
    await write(draft, 'wx', text);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

async function write(path: string, flags: string, text: string): Promise<void> {
  const file = await open(path, flags);
  try {
    await file.writeFile(text);
    if ((await file.stat()).isFile()) await file.sync();
  } finally {
    await file.close();
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
