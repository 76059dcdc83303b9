import type { IncomingMessage } from 'node:http';
import { ApiError } from '../../domain/api-error.ts';
import { requestLimits } from './limits.ts';

/** Checks the head of a request before any surface handles it; `undefined` if it is acceptable. */
export function requestProblem({
  url = '',
  rawHeaders,
  httpVersion,
}: IncomingMessage): ApiError | undefined {
  const { maxUrlBytes, maxHeaders } = requestLimits;
  if (url.length > maxUrlBytes) return invalid(`the URL is longer than ${maxUrlBytes} bytes`);
  if (rawHeaders.length / 2 > maxHeaders) {
    return invalid(`the request has more than ${maxHeaders} headers`);
  }
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length > 1) return invalid('the request has more than one Host header');
  if (hosts.length === 0 && httpVersion === '1.1') {
    return invalid('the request has no Host header');
  }
  return undefined;
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_request', message);
}
