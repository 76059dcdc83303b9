import { InvalidResponseError, NetworkError } from '../../../client/errors.ts';
import type { Operation } from '../../../contract/operation.ts';
import { callFailure } from '../../errors/failure.ts';
import { printResponse } from '../../output/print-response.ts';
import type { Shell } from '../../shell.ts';
import { parseJsonObject } from './json-object.ts';
import { HttpStatusError } from './service-fetch.ts';

/**
 * Ends a command that an exchange failed under: an error of the service's own goes to stdout as it
 * came.
 *
 * @throws {Failure} for anything else
 */
export async function printMcpFailure(
  error: unknown,
  effect: Operation['effect'],
  shell: Shell,
): Promise<void> {
  if (!(error instanceof HttpStatusError)) throw callFailure(error, { effect });
  const { status, text } = error;
  const body = parseJsonObject(text);
  if (!body) {
    throw callFailure(
      new InvalidResponseError(status, `the answer (status ${status}) is no JSON`),
      {
        effect,
      },
    );
  }
  const call = { operation: undefined, response: { status, text, body } };
  await printResponse(call, { strict: false }, shell);
}

/** The words for what did not get through. */
export function failureMessage(error: unknown): string {
  if (error instanceof HttpStatusError) {
    const message = parseJsonObject(error.text)?.['message'];
    return typeof message === 'string' ? message : error.message;
  }
  if (error instanceof NetworkError || error instanceof InvalidResponseError) return error.message;
  return error instanceof Error ? error.message : String(error);
}
