import { createReadStream } from 'node:fs';
import { readBounded } from '../../node/read-bounded.ts';
import { describeSystemError } from '../../node/system-error.ts';
import type { ProgramErrorCode } from '../errors/explanations/program-errors.ts';
import { Failure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/** Much larger than any request or event. */
const maxBytes = 16 * 1024 * 1024;

interface Source {
  /** Path; `-` is standard input. */
  file: string;
  /** How messages name the file, such as `--body FILE`. */
  name: string;
  /** Code of the failure if it cannot be read (default: `invalid_value`). */
  code?: ProgramErrorCode;
}

/** @throws {Failure} if it cannot be read or is larger than 16 MiB */
export async function readSource(
  { file, name, code = 'invalid_value' }: Source,
  shell: Pick<Shell, 'stdin'>,
): Promise<Buffer> {
  try {
    return await readBounded(file === '-' ? shell.stdin : createReadStream(file), maxBytes);
  } catch (cause) {
    const message = `${labelOf(file, name)} cannot be read: ${describeSystemError(cause)}`;
    throw new Failure(code, message);
  }
}

/** @throws {Failure} if it cannot be read, is larger than 16 MiB, or is not UTF-8 */
export async function readText(source: Source, shell: Pick<Shell, 'stdin'>): Promise<string> {
  const bytes = await readSource(source, shell);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Failure('not_utf8', `${labelOf(source.file, source.name)} is not valid UTF-8`);
  }
}

function labelOf(file: string, name: string): string {
  return file === '-' ? 'standard input' : name;
}
