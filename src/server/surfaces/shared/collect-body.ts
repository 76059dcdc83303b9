import type { Readable } from 'node:stream';
import { GrowingBuffer } from '../../../node/growing-buffer.ts';

interface BodyCollection {
  /**
   * The body. Rejects with a `TooLargeError` if it is too large, and if the connection is closed before its
   * end. No listeners stay on the request.
   */
  result: Promise<Buffer>;
  /** Rejects the result, unless it is settled. */
  fail(error: unknown): void;
}

/** Collects a body by events: an asynchronous iterator takes several times as long for a small one. */
export function collectBody(request: Readable, maxBytes: number): BodyCollection {
  const bytes = new GrowingBuffer(maxBytes);
  let fail: BodyCollection['fail'] = () => {};
  const result = new Promise<Buffer>((resolve, reject) => {
    const onData = (chunk: Buffer) => {
      try {
        bytes.add(chunk);
      } catch (error) {
        fail(error);
      }
    };
    const onEnd = () => {
      stop();
      resolve(bytes.take());
    };
    const onClose = () => fail(new Error('the connection was closed before the end of the body'));
    const stop = () => {
      request.off('data', onData).off('end', onEnd).off('error', fail).off('close', onClose);
    };
    fail = (error) => {
      stop();
      reject(error);
    };
    if (request.destroyed) onClose();
    else request.on('data', onData).on('end', onEnd).on('error', fail).on('close', onClose);
  });
  return { result, fail };
}
