import type { HonoRequest } from 'hono';
import { ApiError } from '../domain/api-error.ts';
import { readBody } from './read-body.ts';

/** Bytes; the longest prompt is a small part of it. */
const largestBody = 1024 * 1024;

const utf8 = new TextDecoder('utf-8', { fatal: true });

/** A body that is not JSON in UTF-8. */
export class NotJson extends Error {
  override readonly name = 'NotJson';
}

/**
 * Reads a request's body; `undefined` where it is empty.
 *
 * @throws {ApiError} `payload_too_large` or `unsupported_media_type`
 * @throws {NotJson}
 */
export async function jsonBody(request: HonoRequest): Promise<unknown> {
  const bytes = await readBody(request, largestBody);
  if (bytes.length === 0) return undefined;
  const type = request.header('content-type') ?? '';
  if (!/^application\/([\w.+-]+\+)?json *(;|$)/i.test(type)) {
    throw new ApiError('unsupported_media_type', 'the body must be sent as application/json');
  }
  try {
    return JSON.parse(utf8.decode(bytes));
  } catch (cause) {
    throw new NotJson('the body is not valid JSON in UTF-8', { cause });
  }
}
