import type { Readable } from 'node:stream';
import { readBounded } from '../../../node/read-bounded.ts';
import { describeSystemError } from '../../../node/system-error.ts';
import type { ProgramErrorCode } from '../../errors/explanations/program-errors.ts';
import { Failure } from '../../errors/failure.ts';

/** Far more than any event has. */
const maxBytes = 16 * 1024 * 1024;

/**
 * Reads a file or standard input to its end.
 *
 * @param name how the message names it
 * @param error code of the failure
 * @throws {Failure} if it cannot be read or is too large
 */
export async function readBytes(
  source: Readable,
  name: string,
  error: ProgramErrorCode = 'invalid_value',
): Promise<Buffer> {
  try {
    return await readBounded(source, maxBytes);
  } catch (cause) {
    throw new Failure(error, `${name} cannot be read: ${describeSystemError(cause)}`);
  }
}
