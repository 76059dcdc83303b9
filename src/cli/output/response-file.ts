import { constants, type Stats, writeFile } from 'node:fs';
import { access } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { resolveTarget, type Target, writeFileAtomically } from '../../node/atomic-file.ts';
import { describeSystemError } from '../../node/system-error.ts';
import { writeStreamFile } from '../../node/write-stream-file.ts';
import { exitCodeForSignal } from '../errors/exit-code.ts';
import { Failure, invalidInput, outputFailure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';
import { formats } from './view/view.ts';

/**
 * Replaces a regular file, or the target of a symbolic link, atomically. Writes directly to devices
 * and FIFOs, until `--timeout` has passed or a signal arrives, and to the open file behind
 * /dev/stdout, which a shell's redirect has positioned.
 *
 * @throws {Failure} `output_lost`, `timeout` or `interrupted`
 */
export async function writeResponseFile(path: string, text: string, shell: Shell): Promise<void> {
  const { target, stats, descriptor }: Partial<Target> = await resolveTarget(path).catch(
    () => ({}),
  );
  if (target !== undefined && isStream(stats)) return writeToStream(target, text, shell);
  try {
    if (descriptor === undefined) await writeFileAtomically(path, text);
    else await promisify(writeFile)(descriptor, text);
  } catch (cause) {
    throw outputFailure(`--output ${path} cannot be written and is unchanged`, cause);
  }
}

/** The values of `--output` in programs where it chooses the format. */
const formatNames = new Set([...formats, 'yaml', 'text']);

/** @throws {Failure} `invalid_value` if the file cannot be written */
export async function checkResponseFile(path: string): Promise<void> {
  if (formatNames.has(path)) {
    throw invalidInput(
      `--output ${path} is the name of a format, and --output takes a file`,
      `Choose the format with --format; a file of that name is --output ./${path}`,
    );
  }
  try {
    const { target, stats, descriptor } = await resolveTarget(path);
    if (stats?.isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
    // Windows does not tell whether a device can be written.
    if (stats?.isCharacterDevice() && process.platform === 'win32') return;
    const isOpen = isStream(stats) || descriptor !== undefined;
    await access(isOpen ? target : dirname(target), constants.W_OK);
  } catch (error) {
    throw invalidInput(
      `--output ${path} cannot be written: ${describeSystemError(error)}; nothing was sent`,
      'Choose a file in an existing folder that you can write to',
    );
  }
}

function isStream(stats: Stats | undefined): boolean {
  return stats !== undefined && !stats.isFile() && !stats.isDirectory();
}

async function writeToStream(path: string, text: string, shell: Shell): Promise<void> {
  const deadline = await shell.deadline();
  const interruption = shell.interruption();
  const signal = AbortSignal.any([deadline.signal, interruption]);
  try {
    await writeStreamFile(path, text, signal);
  } catch (cause) {
    if (!signal.aborted) throw outputFailure(`--output ${path} cannot be written`, cause);
    const hint = 'The request was carried out: check before you send it again';
    if (interruption.aborted) {
      const message = `interrupted by ${interruption.reason} while writing --output ${path}`;
      throw new Failure('interrupted', message, {
        hint,
        exitCode: exitCodeForSignal(interruption),
      });
    }
    const seconds = deadline.timeout / 1000;
    throw new Failure('timeout', `--output ${path} was not read within ${seconds} s`, { hint });
  }
}
