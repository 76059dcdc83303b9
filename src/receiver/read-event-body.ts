import type { IncomingMessage } from 'node:http';
import { readBounded } from '../node/read-bounded.ts';
import { TooLargeError } from '../node/too-large-error.ts';
import { RequestRejection } from './request-rejection.ts';

/** Maximum size of an event's body, in bytes. */
export const maxEventSize = 1_048_576;

/**
 * Checks the headers of a request before its body is read.
 *
 * @throws {RequestRejection} 413 or 415
 */
export function checkBodyHeaders({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new RequestRejection(415, 'unsupported_media_type', 'the body must not be compressed');
  }
  if (Number(headers['content-length'] ?? 0) > maxEventSize) throw tooLarge();
}

/**
 * Reads the raw bytes of a body and stops as soon as they exceed {@link maxEventSize}.
 *
 * @param onBytes called with the size of each chunk as it arrives
 * @throws {RequestRejection} 400 or 413
 */
export async function readEventBody(
  request: IncomingMessage,
  onBytes: (count: number) => void,
): Promise<Buffer> {
  const body = await readBounded(countedChunks(request, onBytes), maxEventSize).catch(
    (error: unknown) => {
      if (error instanceof TooLargeError) throw tooLarge();
      throw new RequestRejection(400, 'invalid_request', 'the body was cut off');
    },
  );
  if (body.length === 0) throw new RequestRejection(400, 'invalid_request', 'the body is empty');
  return body;
}

async function* countedChunks(request: IncomingMessage, onBytes: (count: number) => void) {
  // The request stays open: the sender still has to read the response.
  const chunks: AsyncIterable<Buffer> = request.iterator({ destroyOnReturn: false });
  for await (const chunk of chunks) {
    onBytes(chunk.length);
    yield chunk;
  }
}

function tooLarge(): RequestRejection {
  return new RequestRejection(
    413,
    'payload_too_large',
    `the body is larger than ${maxEventSize} bytes`,
  );
}
