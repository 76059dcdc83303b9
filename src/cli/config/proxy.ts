import { getProxyForUrl } from 'proxy-from-env';
import { isLoopback } from '../../client/base-url.ts';
import { Failure } from '../errors/failure.ts';

/**
 * The proxy for an origin, from `https_proxy`, `all_proxy` and `no_proxy` (or in upper case).
 * Requests to loopback never use a proxy.
 *
 * @throws {Failure} `bad_proxy` if the proxy is not an http, https or socks5 URL
 */
export function proxyFor(origin: string): string | undefined {
  const url = URL.canParse(origin) ? new URL(origin) : undefined;
  if (!url || isLoopback(url.hostname)) return undefined;
  const proxy = getProxyForUrl(origin);
  if (proxy === '') return undefined;
  const protocol = URL.canParse(proxy) ? new URL(proxy).protocol : '';
  if (/^(https?|socks5?):$/.test(protocol)) return proxy;
  throw new Failure(
    'bad_proxy',
    'the proxy in HTTPS_PROXY, HTTP_PROXY or ALL_PROXY is not an http, https or socks5 URL',
  );
}
