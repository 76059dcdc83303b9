import { addAbortSignal, type Readable } from 'node:stream';
import { decodeText } from '../../node/decode-text.ts';
import { openInput } from '../../node/open-input.ts';
import { readBounded } from '../../node/read-bounded.ts';
import { describeSystemError } from '../../node/system-error.ts';
import { TooLargeError } from '../../node/too-large-error.ts';
import type { ProgramErrorCode } from '../errors/explanations/program-errors.ts';
import { Failure, interruptedEarly } from '../errors/failure.ts';
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
  /** Whether it contains a key or secret, so that other users must not have access to it. */
  isSecret?: boolean;
}

/** The parts of the shell that limit reading. */
export type InputShell = Pick<Shell, 'stdin' | 'output' | 'deadline' | 'interruption'>;

/**
 * Reads a file, FIFO, device or standard input, until `--timeout` has passed or a signal arrives.
 *
 * @throws {Failure} if it cannot be read, is larger than 16 MiB, or does not end in time
 */
export async function readSource(source: Source, shell: InputShell): Promise<Buffer> {
  const { file, name, code = 'invalid_value' } = source;
  const label = labelOf(file, name);
  const deadline = await shell.deadline();
  const interruption = shell.interruption();
  const signal = AbortSignal.any([deadline.signal, interruption]);
  try {
    return await readBounded(addAbortSignal(signal, await streamOf(source, shell)), maxBytes);
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if (signal.aborted) throw unfinishedInput(label, interruption, deadline.timeout);
    const reason = cause instanceof TooLargeError ? cause.message : describeSystemError(cause);
    throw new Failure(code, `${label} cannot be read: ${reason}`);
  }
}

async function streamOf(source: Source, { stdin, output }: InputShell): Promise<Readable> {
  const { file, name, isSecret } = source;
  if (file === '-') return stdin;
  const { stream, stats } = await openInput(file);
  try {
    if (isSecret) {
      const { rejectExposedFile } = await import('./reject-exposed-file.ts');
      await rejectExposedFile({ file, name, stats }, output);
    }
    return stream;
  } catch (error) {
    stream.destroy();
    throw error;
  }
}

/** @throws {Failure} if it cannot be read, is larger than 16 MiB, or is not UTF-8 */
export async function readText(source: Source, shell: InputShell): Promise<string> {
  const bytes = await readSource(source, shell);
  try {
    return decodeText(bytes, { fatal: true });
  } catch {
    throw new Failure('not_utf8', `${labelOf(source.file, source.name)} is not valid UTF-8`);
  }
}

function labelOf(file: string, name: string): string {
  return file === '-' ? 'standard input' : name;
}

/**
 * @param interruption of the shell; if it is not aborted, the timeout has passed
 * @param timeout milliseconds
 */
function unfinishedInput(label: string, interruption: AbortSignal, timeout: number): Failure {
  if (interruption.aborted) {
    return interruptedEarly(interruption, ` while reading ${label}; nothing was sent`);
  }
  return new Failure(
    'timeout',
    `${label} did not end within ${timeout / 1000} s; nothing was sent`,
    {
      hint: 'Close the input, or increase --timeout',
    },
  );
}
