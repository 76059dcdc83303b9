import { InvalidResponseError } from '../../../client/errors.ts';
import type { Operation } from '../../../contract/operation.ts';
import { errorMessage } from '../../../node/error-message.ts';
import { ErrorResponse } from '../../errors/error-response.ts';
import { callFailure } from '../../errors/failure.ts';
import { printErrorResponse } from '../../output/print-response.ts';
import type { Shell } from '../../shell.ts';
import { parseJsonObject } from './json-object.ts';

/**
 * Prints the error response of a failed MCP request on stdout.
 *
 * @throws {Failure} for any other error
 */
export async function printMcpFailure(
  error: unknown,
  effect: Operation['effect'],
  shell: Shell,
): Promise<void> {
  if (!(error instanceof ErrorResponse)) throw callFailure(error, { effect });
  const { status, text } = error.response;
  if (!parseJsonObject(text)) {
    const message = `the response (status ${status}) is not a JSON object`;
    throw callFailure(new InvalidResponseError(status, message), { effect });
  }
  await printErrorResponse(error.response, {}, shell);
}

/** The service's message for a failed request if it sent one, otherwise the message of the error. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof ErrorResponse)) return errorMessage(error);
  const message = parseJsonObject(error.response.text)?.['message'];
  return typeof message === 'string' ? message : error.message;
}
