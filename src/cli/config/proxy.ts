import { getProxyForUrl } from 'proxy-from-env';
import { isLoopback } from '../../client/base-url.ts';
import { usageFailure } from '../errors/failure.ts';

/**
 * The proxy that the environment names for an origin: `https_proxy`, `HTTPS_PROXY`, `all_proxy`, less
 * what `no_proxy` takes out. An empty variable is an unset one, and loopback never goes by a proxy.
 *
 * @throws {Failure} when it is not the URL of a proxy
 */
export function proxyFor(origin: string): string | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (!url || isLoopback(url.hostname)) return undefined;
  const proxy = getProxyForUrl(origin);
  if (proxy === '') return undefined;
  const protocol = URL.canParse(proxy) ? new URL(proxy).protocol : '';
  if (/^(https?|socks5?):$/.test(protocol)) return proxy;
  throw usageFailure(
    'bad_proxy',
    'the proxy that the environment names is not an http, https or socks5 URL',
    'Write HTTPS_PROXY as http://host:port, or put the service into NO_PROXY',
  );
}
