/** Characters that everyone who handles an address is to manage (RFC 9110, section 4.1). */
export const URL_LIMIT = 8000;

/**
 * A link as it is kept: absolute, http or https, no credentials, of at most 8000 characters; `null`
 * for anything else. `base` is what a relative link is relative to, where that is known.
 */
export function itemUrl(link: string, base?: string): string | null {
  const trimmed = link.trim();
  if (trimmed === '' || trimmed.length > URL_LIMIT) return null;
  if (!URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.username = '';
  url.password = '';
  return url.href.length > URL_LIMIT ? null : url.href;
}
