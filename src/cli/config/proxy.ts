import { isLoopback } from '../../client/base-url.ts';
import { parseProxy } from '../../client/connection/proxy.ts';
import { parseUrl } from '../../node/parse-url.ts';
import { withoutBrackets } from '../../node/without-brackets.ts';
import type { Shell } from '../shell.ts';
import { isInNoProxy } from './no-proxy.ts';

/**
 * The URL of the proxy for an origin, from the first variable that is not empty: `https_proxy`,
 * `HTTPS_PROXY`, `all_proxy`, `ALL_PROXY`. There is none for hosts in `no_proxy` or `NO_PROXY`, for
 * loopback and for plain http, which a proxy could read.
 *
 * @throws {SettingError} if the proxy is unusable; the message names the variable
 */
export function proxyFor(origin: string, env: Shell['env'] = process.env): string | undefined {
  const url = parseUrl(origin);
  if (url?.protocol !== 'https:' || isLoopback(url.hostname)) return undefined;
  const names = ['https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY'];
  const name = names.find((each) => env[each]);
  if (name === undefined) return undefined;
  const destination = {
    host: withoutBrackets(url.hostname),
    port: Number(url.port) || 443,
  };
  if (isInNoProxy(destination, env['no_proxy'] || env['NO_PROXY'] || '')) return undefined;
  const proxy = env[name] ?? '';
  parseProxy(proxy, `the proxy in ${name}`);
  return proxy;
}
