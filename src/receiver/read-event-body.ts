import type { IncomingMessage } from 'node:http';
import { GrowingBuffer } from '../node/growing-buffer.ts';
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
 * Reads the raw bytes of a body and stops as soon as they exceed {@link maxEventSize}. The request stays
 * open then: the sender still has to read the response.
 *
 * @param onBytes called with the size of each chunk as it arrives
 * @throws {RequestRejection} 400 or 413
 */
export function readEventBody(
  request: IncomingMessage,
  onBytes: (count: number) => void,
): Promise<Buffer> {
  const bytes = new GrowingBuffer(maxEventSize, Number(request.headers['content-length'] ?? 0));
  return new Promise((resolve, reject) => {
    const add = (chunk: Buffer) => {
      onBytes(chunk.length);
      if (bytes.length + chunk.length <= maxEventSize) {
        bytes.add(chunk);
        return;
      }
      request.off('data', add).pause();
      bytes.take();
      reject(tooLarge());
    };
    request.on('data', add);
    request.on('end', () => {
      if (bytes.length > 0) resolve(bytes.take());
      else reject(new RequestRejection(400, 'invalid_request', 'the body is empty'));
    });
    request.on('close', () => {
      if (request.readableEnded) return;
      reject(new RequestRejection(400, 'invalid_request', 'the body was cut off'));
    });
  });
}

function tooLarge(): RequestRejection {
  return new RequestRejection(
    413,
    'payload_too_large',
    `the body is larger than ${maxEventSize} bytes`,
  );
}
