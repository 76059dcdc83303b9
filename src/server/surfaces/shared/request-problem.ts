import type { IncomingMessage } from 'node:http';
import { parseUrl } from '../../../node/parse-url.ts';
import { ApiError } from '../../domain/api-error.ts';
import { requestLimits } from './limits.ts';

/** A host name or address, and optionally a port (RFC 9110, section 7.2). */
const authority = /^([\w.-]{1,253}|\[[\da-f:.]{2,45}\])(:\d{1,5})?$/i;

/** Checks the head of a request before any surface handles it; `undefined` if it is acceptable. */
export function requestProblem(request: IncomingMessage): ApiError | undefined {
  const message = sizeProblem(request) ?? hostProblem(request);
  return message === undefined ? undefined : new ApiError('invalid_request', message);
}

function sizeProblem({ url = '', rawHeaders }: IncomingMessage): string | undefined {
  const { maxUrlBytes, maxHeaders } = requestLimits;
  if (url.length > maxUrlBytes) return `the URL is longer than ${maxUrlBytes} bytes`;
  if (rawHeaders.length / 2 <= maxHeaders) return undefined;
  return `the request has more than ${maxHeaders} headers`;
}

/** Names of two hosts could pass a check of one and be used as the other. */
function hostProblem({ url = '', rawHeaders }: IncomingMessage): string | undefined {
  const isHost = (_: string, at: number) =>
    at % 2 === 1 && /^host$/i.test(rawHeaders[at - 1] ?? '');
  const [host, ...others] = rawHeaders.filter(isHost);
  if (host === undefined) return 'the request has no Host header';
  if (others.length > 0) return 'the request has more than one Host header';
  if (!authority.test(host) || !parseUrl(`http://${host}`)) {
    return 'the Host header is not a host name with an optional port';
  }
  if (url.startsWith('/')) return undefined;
  if (originForm(url, host) === undefined) return 'the URL must be a path, or name the same host';
  return undefined;
}

/**
 * The path and query of a request. A proxy may send a whole URL (RFC 9112, section 3.2.2).
 *
 * @param host the `Host` header
 * @returns `undefined` if the URL is not one of this host
 */
export function originForm(url: string, host: string): string | undefined {
  if (url.startsWith('/')) return url;
  const prefix = /^https?:\/\/([^/?#]*)/i.exec(url);
  if (prefix?.[1]?.toLowerCase() !== host.toLowerCase()) return undefined;
  const rest = url.slice(prefix[0].length);
  return rest.startsWith('/') ? rest : `/${rest}`;
}
