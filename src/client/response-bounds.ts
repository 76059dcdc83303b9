import { type JsonBounds, jsonExcess } from '../node/json-bounds.ts';
import { type ErrorDetails, InvalidResponseError } from './errors.ts';

/**
 * Bounds the time to parse, validate and print a response, during which no signal is handled. The
 * largest pages of the service have about 20,000 values.
 */
export const responseBounds: JsonBounds = { maxDepth: 10_000, maxValues: 100_000 };

/**
 * Checks the JSON of a response before it is parsed.
 *
 * @throws {InvalidResponseError} if it has too many levels or values
 */
export function checkResponseBounds(
  json: string | Uint8Array,
  { status, ...details }: Pick<ErrorDetails, 'retryAfter' | 'requestId'> & { status: number },
): void {
  const excess = jsonExcess(json, responseBounds);
  if (excess === undefined) return;
  const message = `the response (status ${status}) ${excess}`;
  throw new InvalidResponseError(status, message, details);
}
