import type { HonoRequest } from 'hono';
import { ApiError } from '../domain/api-error.ts';

/**
 * Reads a request's body, and no further than so many bytes. A length that was announced holds: HTTP
 * ends the body there.
 *
 * @throws {ApiError} `payload_too_large`
 */
export async function readBody(request: HonoRequest, most: number): Promise<Uint8Array> {
  const announced = request.header('content-length');
  if (announced !== undefined) {
    if (Number(announced) > most) throw tooLarge(most);
    return new Uint8Array(await request.raw.arrayBuffer());
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.raw.body ?? []) {
    length += chunk.length;
    if (length > most) throw tooLarge(most);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function tooLarge(most: number): ApiError {
  return new ApiError('payload_too_large', `the body is larger than ${most} bytes`);
}
