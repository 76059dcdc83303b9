import { version } from '../../package.json';
import type { ServiceRequest } from './request.ts';

/** The headers of a request, those of `request.headers` last. Their names are lowercase. */
export function requestHeaders(
  { body, headers }: Pick<ServiceRequest, 'body' | 'headers'>,
  apiKey: string | undefined,
): Record<string, string> {
  return {
    accept: 'application/json',
    ...(apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    'user-agent': `newswatch/${version}`,
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    ...headers,
  };
}
