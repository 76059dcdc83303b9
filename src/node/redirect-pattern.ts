import { parseUrl } from './parse-url.ts';

/**
 * Whether the text is an https URL that OAuth clients may be redirected to: without credentials, query
 * and fragment, in its normal form. It may end with `/*`, which stands for one more segment of the path.
 */
export function isRedirectPattern(text: string): boolean {
  const url = parseUrl(text);
  if (url?.protocol !== 'https:' || url.href !== text) return false;
  const path = text.endsWith('/*') ? text.slice(0, -1) : text;
  return url.username === '' && url.password === '' && !/[*?#]/.test(path) && url.pathname !== '/*';
}

/** Whether a redirect URI is the URL of a pattern, or has one more segment where the pattern has `*`. */
export function matchesRedirectPattern(uri: string, pattern: string): boolean {
  if (!pattern.endsWith('/*')) return uri === pattern;
  const start = pattern.slice(0, -1);
  return uri.startsWith(start) && /^[\w-]+$/.test(uri.slice(start.length));
}
