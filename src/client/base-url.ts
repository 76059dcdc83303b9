import { parseUrl } from '../node/parse-url.ts';
import { SettingError } from './errors.ts';

/**
 * Parses the URL of a service. A path is the prefix of all requests, as behind a gateway. Plain http is
 * allowed on loopback addresses only: on a network it would send the API key unencrypted.
 *
 * @returns the origin and the path, without a trailing slash
 * @throws {SettingError} if it is not such a URL
 */
export function parseBaseUrl(text: string): string {
  const invalid = (message: string, hint: string) => new SettingError('base_url', message, hint);
  if (!/^https?:\/\//i.test(text)) {
    const host = hostOf(text.trim());
    const scheme = isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https';
    throw invalid(
      `the base URL ${quote(text)} has no http scheme`,
      `Write it as ${scheme}://${host}`,
    );
  }
  const url = parseUrl(text);
  if (!url) throw invalid(`the base URL ${quote(text)} is not a URL`, 'Write it as https://host');
  if (url.username || url.password) {
    throw invalid('the base URL contains a user name or password', 'Use only https://host[:port]');
  }
  const base = url.origin + url.pathname.replace(/\/+$/, '');
  if (url.search || url.hash) {
    throw invalid(`the base URL ${quote(text)} has a query or a fragment`, `Use only ${base}`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw invalid(
      `the base URL ${quote(text)} uses plain http, which would send the API key unencrypted`,
      `Use https://${url.host}; plain http is allowed on loopback only`,
    );
  }
  return base;
}

/**
 * Like {@link parseBaseUrl}, without a path.
 *
 * @throws {SettingError} if it is not an origin
 */
export function parseOrigin(text: string): string {
  const base = parseBaseUrl(text);
  const { origin } = new URL(base);
  if (base === origin) return origin;
  const message = `the base URL ${quote(text)} is not an origin: it has a path`;
  throw new SettingError('base_url', message, `Use only the origin: ${origin}`);
}

/** Whether a URL's host is a loopback address or `localhost`. Resolves no names. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

function hostOf(text: string): string {
  return (
    withoutUserInfo(text)
      .replace(/^[a-z+.-]*:?\/\//i, '')
      .replace(/[/?#].*$/s, '') || 'host'
  );
}

function quote(text: string): string {
  return JSON.stringify(withoutUserInfo(text));
}

/** Error messages must not show the password of a mistyped URL. */
function withoutUserInfo(text: string): string {
  return text.replace(/^([a-z+.-]*:\/\/)?.*@/is, '$1');
}
