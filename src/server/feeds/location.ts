import { parseUrl } from '../../node/parse-url.ts';

const secretParameter = /key|token|secret|passw|auth|sig/i;

/** Whether a location is an http(s) address. Any other location is a file path. */
export function isAddress(location: string): boolean {
  return /^https?:\/\//i.test(location);
}

/**
 * A location for errors and logs: without user name, password and fragment, and with the values of
 * query parameters replaced if their names suggest a secret.
 */
export function redactLocation(location: string): string {
  if (!isAddress(location)) return location;
  const url = parseUrl(location);
  if (!url) return location.replace(/\/\/[^/]*@/, '//').replace(/[?#][\s\S]*$/, '');
  url.username = '';
  url.password = '';
  url.hash = '';
  if ([...url.searchParams.keys()].some((name) => secretParameter.test(name))) {
    const redacted = new URLSearchParams();
    for (const [name, value] of url.searchParams) {
      redacted.append(name, secretParameter.test(name) ? '***' : value);
    }
    url.search = redacted.toString();
  }
  return url.href;
}
