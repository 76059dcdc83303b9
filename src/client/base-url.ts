import { SettingError } from './errors.ts';

/**
 * Reads a service origin. Plain http is for loopback alone: elsewhere the key would travel in the
 * open.
 *
 * @returns the origin without a trailing slash
 * @throws {SettingError} naming what is wrong with it
 */
export function parseBaseUrl(text: string): string {
  const refuse = (message: string, hint: string) => new SettingError('base_url', message, hint);
  if (!/^https?:\/\//i.test(text)) {
    const host = hostOf(text.trim());
    const scheme = isLoopback(host.replace(/:\d+$/, '')) ? 'http' : 'https';
    throw refuse(
      `the base URL ${quote(text)} has no http scheme`,
      `Write it as ${scheme}://${host}`,
    );
  }
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url) throw refuse(`the base URL ${quote(text)} is not a URL`, 'Write it as https://host');
  if (url.username || url.password) {
    throw refuse('the base URL holds a user name or a password', 'Leave only https://host[:port]');
  }
  if (url.pathname !== '/' || url.search || url.hash) {
    throw refuse(
      `the base URL ${quote(text)} is more than an origin`,
      `Leave only the origin: ${url.origin}`,
    );
  }
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) {
    throw refuse(
      `the base URL ${quote(text)} is plain http: the key would travel in the open`,
      `Use https://${url.host}; plain http is for loopback alone`,
    );
  }
  return url.origin;
}

/** Whether a URL's host is this machine by its text alone. */
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

/** A password in a mistyped URL is not repeated. */
function withoutUserInfo(text: string): string {
  return text.replace(/^([a-z+.-]*:\/\/)?.*@/is, '$1');
}
