import type { IncomingMessage } from 'node:http';

/** The request's body cannot be taken. */
export class BodyError extends Error {
  override readonly name = 'BodyError';
  readonly status: 400 | 413 | 415;
  readonly code: string;

  constructor(status: 400 | 413 | 415, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** Bytes that an event may have. */
export const largestBody = 1_048_576;

/**
 * Refuses by its headers alone a body that would not be read.
 *
 * @throws {BodyError} 413 or 415
 */
export function checkAnnounced({ headers }: IncomingMessage): void {
  const encoding = headers['content-encoding'];
  if (encoding !== undefined && encoding.toLowerCase() !== 'identity') {
    throw new BodyError(415, 'unsupported_media_type', 'the body must not be compressed');
  }
  if (Number(headers['content-length'] ?? 0) > largestBody) throw tooLarge();
}

/**
 * Reads the raw bytes, and stops as soon as there are too many.
 *
 * @throws {BodyError} 400 or 413
 */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > largestBody) {
        request.removeAllListeners('data');
        reject(tooLarge());
      } else {
        chunks.push(chunk);
      }
    });
    const cut = () => reject(new BodyError(400, 'invalid_request', 'the body was cut off'));
    request.once('error', cut);
    request.once('close', cut);
    request.once('end', () => {
      request.off('close', cut);
      const [first] = chunks;
      if (!first) reject(new BodyError(400, 'invalid_request', 'the body is empty'));
      else resolve(chunks.length === 1 ? first : Buffer.concat(chunks, size));
    });
  });
}

function tooLarge(): BodyError {
  return new BodyError(413, 'payload_too_large', `the body is over ${largestBody} bytes`);
}
