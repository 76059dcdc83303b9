/**
 * A link as it is kept: absolute, http or https, no credentials; `null` for anything else.
 * `base` is what a relative link is relative to, where that is known.
 */
export function itemUrl(link: string, base?: string): string | null {
  const trimmed = link.trim();
  if (trimmed === '' || !URL.canParse(trimmed, base)) return null;
  const url = new URL(trimmed, base);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null;
  url.username = '';
  url.password = '';
  return url.href;
}
