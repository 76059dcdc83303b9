import { randomUUID } from 'node:crypto';
import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorStatus } from '../../../contract/errors.ts';
import type { ApiError } from '../../domain/api-error.ts';
import { retryAfterOf } from './retry-after.ts';
import { securityHeaders } from './security-headers.ts';

/** Sends an API error for a request that no surface has handled. */
export function sendApiError(response: ServerResponse, error: ApiError): void {
  const { status, headers, body } = errorParts(error);
  response.writeHead(status, headers).end(body);
}

/** A response with an API error, for a request that no surface has handled. */
export function apiErrorResponse(error: ApiError): Response {
  const { status, headers, body } = errorParts(error);
  return new Response(body, { status, headers });
}

/**
 * Sends an API error on a TCP connection whose request could not be parsed, and closes it.
 *
 * @param status default: that of the error
 */
export function endWithApiError(socket: Duplex, error: ApiError, status?: number): void {
  const { status: errorsStatus, headers, body } = errorParts(error);
  const code = status ?? errorsStatus;
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = `HTTP/1.1 ${code} ${STATUS_CODES[code]}\r\n${lines.join('')}`;
  socket.end(`${head}\r\n${body}`, () => socket.destroy());
}

function errorParts(error: ApiError) {
  const seconds = retryAfterOf(error);
  const body = JSON.stringify(error);
  const headers = {
    ...securityHeaders,
    'content-type': 'application/json',
    ...(seconds !== undefined && { 'retry-after': String(seconds) }),
    'content-length': String(Buffer.byteLength(body)),
    'x-request-id': randomUUID(),
    // The rest of the request is not read.
    connection: 'close',
  };
  return { status: errorStatus[error.code], headers, body };
}
