import { isUtf8 } from 'node:buffer';
import type { Context } from 'hono';
import { type JsonBounds, jsonExcess } from '../../../node/json-bounds.ts';
import { TooLargeError } from '../../../node/too-large-error.ts';
import { ApiError } from '../../domain/api-error.ts';
import type { AppEnv } from './hono-app.ts';

/** The limits of a JSON body. */
export interface JsonBodyLimits extends JsonBounds {
  maxBodyBytes: number;
}

/** A body that is not JSON in UTF-8. */
export class InvalidJsonError extends Error {
  override readonly name = 'InvalidJsonError';
}

/** A body that exceeds its {@link JsonBounds}. */
export class JsonExcessError extends InvalidJsonError {}

/**
 * Reads the JSON body of a request; `undefined` if it is empty.
 *
 * @throws {ApiError} `payload_too_large` or `unsupported_media_type`
 * @throws {InvalidJsonError} or {@link JsonExcessError}
 */
export async function readJsonBody(c: Context<AppEnv>, limits: JsonBodyLimits): Promise<unknown> {
  const body = await readBody(c, limits.maxBodyBytes);
  if (body.length === 0) return undefined;
  const type = c.req.header('content-type') ?? '';
  if (!/^application\/([\w.+-]+\+)?json *(;|$)/i.test(type)) {
    throw new ApiError('unsupported_media_type', 'the body must be sent as application/json');
  }
  const excess = jsonExcess(body, limits);
  if (excess !== undefined) throw new JsonExcessError(`the body ${excess}`);
  try {
    if (isUtf8(body)) return JSON.parse(body.toString());
  } catch {
    // Throws below, as for a body that is not UTF-8.
  }
  throw new InvalidJsonError('the body is not valid JSON in UTF-8');
}

/**
 * Reads the body of a request.
 *
 * @param maxSize in bytes
 * @throws {ApiError} `payload_too_large`
 * @throws {BodyRejectedError} if all bodies together are too large
 */
export async function readBody(c: Context<AppEnv>, maxSize: number): Promise<Buffer> {
  const length = c.req.header('content-length');
  if (length !== undefined && Number(length) > maxSize) throw tooLarge(maxSize);
  const { incoming, outgoing } = c.env;
  const bodies = c.get('bodies');
  const read = () => bodies.read(incoming, maxSize);
  const body = await c
    .get('place')
    .leave(read)
    .catch((error: unknown) => {
      throw error instanceof TooLargeError ? tooLarge(maxSize) : error;
    });
  bodies.hold(outgoing, body.length, c.get('account') ?? '');
  return body;
}

function tooLarge(maxSize: number): ApiError {
  return new ApiError('payload_too_large', `the body is larger than ${maxSize} bytes`);
}
