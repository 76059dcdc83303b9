import { isLoopback } from '../../../client/base-url.ts';
import { type Failure, usageFailure } from '../../errors/failure.ts';

/** Parses the URL of a receiver: https, or plain http on a loopback address. */
export function parseTargetUrl(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw invalid(`${name} must be a URL such as https://host/path`);
  }
  if (url.username || url.password)
    throw invalid(`${name} must not contain a user name or password`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalid(
      `${name} must be https; plain http is allowed on loopback only (got ${url.origin})`,
    );
  }
  return url;
}

function invalid(message: string): Failure {
  return usageFailure('invalid_value', message);
}
