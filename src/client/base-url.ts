import { parseUrl } from '../node/parse-url.ts';
import { SettingError } from './errors.ts';

/** The path of the API or of MCP, which the client adds. */
const endpointPath = /\/(?:api\/v1|mcp)$/;

export interface BaseUrlOptions {
  /** Whether plain http is allowed on other hosts than loopback (default: false). */
  allowHttp?: boolean | undefined;
}

/**
 * Parses the URL of a service. Surrounding whitespace is ignored. A path is the prefix of all requests, as
 * behind a gateway; one `/api/v1` or `/mcp` at its end is removed, because users copy it. Plain http is
 * allowed on loopback addresses, elsewhere only with `allowHttp`: it sends the API key unencrypted.
 *
 * @returns the origin and the path, without a trailing slash
 * @throws {SettingError} if it is not such a URL
 */
export function parseBaseUrl(input: string, { allowHttp = false }: BaseUrlOptions = {}): string {
  const text = input.trim();
  const invalid = (message: string, hint: string) => new SettingError('base_url', message, hint);
  if (text === '') throw invalid('the base URL is empty', 'Write it as https://host');
  if (!/^https?:\/\//i.test(text)) {
    const host = hostOf(text);
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
  const path = url.pathname.replace(/\/+$/, '');
  const prefix = path.replace(endpointPath, '').replace(/\/+$/, '');
  const base = url.origin + prefix;
  const [inner] = path === prefix ? (/\/api\/v1\/.*/.exec(path) ?? []) : [];
  if (inner !== undefined) {
    throw invalid(
      `the base URL ${quote(text)} includes ${inner}, which the client adds`,
      `Use ${base.slice(0, -inner.length)}, or ${base}/api/v1 if the paths of your gateway start with this`,
    );
  }
  if (url.search || url.hash) {
    throw invalid(`the base URL ${quote(text)} has a query or a fragment`, `Use only ${base}`);
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname) && !allowHttp) {
    throw invalid(
      `the base URL ${quote(text)} uses plain http, which would send the API key unencrypted`,
      `Use https://${url.host}; for a test server on a network that you trust, set SERVICE_ALLOW_HTTP=1, or pass allowHttp: true to createClient()`,
    );
  }
  return base;
}

/**
 * Like {@link parseBaseUrl}, without a path.
 *
 * @throws {SettingError} if it is not an origin
 */
export function parseOrigin(text: string, options?: BaseUrlOptions): string {
  const base = parseBaseUrl(text, options);
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
