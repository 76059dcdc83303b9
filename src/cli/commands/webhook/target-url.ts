import { isLoopback } from '../../../client/base-url.ts';
import { parseUrl } from '../../../node/parse-url.ts';
import { invalidInput } from '../../errors/failure.ts';

/**
 * Parses the URL of a receiver: https, or plain http on a loopback address.
 *
 * @param name the argument or flag of the URL, for error messages
 * @param allowHttp whether plain http is allowed on every host
 */
export function parseTargetUrl(
  text: string,
  name: string,
  { allowHttp = false }: { allowHttp?: boolean } = {},
): URL {
  const url = parseUrl(text);
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw invalidInput(`${name} must be a URL such as https://host/path`);
  }
  if (url.username || url.password)
    throw invalidInput(`${name} must not contain a user name or password`);
  if (url.protocol === 'http:' && !allowHttp && !isLoopback(url.hostname)) {
    throw invalidInput(
      `${name} must be https; plain http is allowed on loopback only (got ${url.origin})`,
    );
  }
  return url;
}
