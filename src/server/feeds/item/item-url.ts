import { parseUrl } from '../../../node/parse-url.ts';

/** The URL length that every HTTP implementation should support (RFC 9110, section 4.1). */
export const maxItemUrlLength = 8000;

/**
 * Normalizes a link to an absolute http(s) URL without credentials; `null` if that is not possible
 * or the URL is longer than 8000 characters.
 *
 * @param base absolute URL that relative links are resolved against
 */
export function itemUrl(link: string, base?: string): string | null {
  const trimmed = link.trim();
  if (trimmed === '' || trimmed.length > maxItemUrlLength) return null;
  const url = parseUrl(trimmed, base);
  if (!url) return null;
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  // Each assignment parses the URL again.
  if (url.username !== '') url.username = '';
  if (url.password !== '') url.password = '';
  return url.href.length > maxItemUrlLength ? null : url.href;
}
