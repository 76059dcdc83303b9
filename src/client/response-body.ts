import { type ErrorDetails, InvalidResponseError } from './errors.ts';

/** The headers of a response that its error has. */
type HeaderDetails = Pick<ErrorDetails, 'requestId' | 'retryAfter'>;

/** Bytes of a response body. A larger body is not read to its end. */
export const maxResponseSize = 16 * 1024 * 1024;
const maxErrorBodySize = 1024 * 1024;

/** The maximum bytes of the body of a response with this status code. */
export function bodyLimit(status: number): number {
  return status < 400 ? maxResponseSize : maxErrorBodySize;
}

export function tooLarge(
  status: number,
  limit: number,
  details?: HeaderDetails,
): InvalidResponseError {
  const message = `the response (status ${status}) is larger than ${limit / 1024 ** 2} MiB`;
  return new InvalidResponseError(status, message, details);
}

/** @throws {InvalidResponseError} if the bytes are not UTF-8 */
export function decodeBody(status: number, bytes: Uint8Array, details: HeaderDetails): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new InvalidResponseError(status, `the response (status ${status}) is not UTF-8`, {
      ...details,
      cause,
    });
  }
}

/**
 * @throws {InvalidResponseError} if the response is a redirect, which is never followed: a redirect to
 * another origin would get the API key
 */
export function rejectRedirect(status: number, details: HeaderDetails): void {
  if (status < 300 || status > 399) return;
  throw redirectError(status, details);
}

/** @param status 0 if it is unknown, as in browsers */
export function redirectError(status: number, details?: HeaderDetails): InvalidResponseError {
  const code = status === 0 ? '' : ` (${status})`;
  return new InvalidResponseError(
    status,
    `the service responded with a redirect${code}; it is not followed, to protect the API key`,
    details,
  );
}
