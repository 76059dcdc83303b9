import { isLoopback } from '../../../client/base-url.ts';
import { type Failure, usageFailure } from '../../errors/failure.ts';

/** Reads the address of a receiver: https, or plain http on this machine alone. */
export function parseTargetUrl(text: string, name: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw refusal(`${name} must be a URL such as https://host/path`);
  }
  if (url.username || url.password) throw refusal(`${name} must hold no user name or password`);
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refusal(`${name} must be https; plain http is for loopback alone (got ${url.origin})`);
  }
  return url;
}

function refusal(message: string): Failure {
  return usageFailure('invalid_value', message);
}
