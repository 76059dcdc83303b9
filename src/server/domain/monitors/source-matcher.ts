import { parseUrl } from '../../../node/parse-url.ts';
import { isAddress } from '../../feeds/location.ts';
import { fold } from '../../search/text/fold.ts';

/**
 * Matches sources by host, subdomains included, or by name; in any case.
 *
 * @param entries hosts such as `reuters.com`, which covers `www.reuters.com`, or names of sources
 * @returns whether a source, that is, a URL, a host or a name, matches one of the entries
 */
export function sourceMatcher(entries: readonly string[]): (source: string) => boolean {
  const names = new Set(entries.map(nameOf));
  const hosts = new Set(entries.flatMap((entry) => hostOf(entry)?.replace(/^www\./, '') ?? []));
  return (source) => names.has(nameOf(source)) || domainsOf(source).some((each) => hosts.has(each));
}

function nameOf(text: string): string {
  return fold(text).replace(/\s+/g, ' ').trim();
}

/** The host of a URL or of a text with a host name; `undefined` for other texts. */
function hostOf(text: string): string | undefined {
  const trimmed = text.trim();
  if (!isAddress(trimmed) && !trimmed.includes('.')) return undefined;
  const url = isAddress(trimmed) ? trimmed : `https://${trimmed}`;
  return parseUrl(url)?.hostname.replace(/\.$/, '');
}

/** The host of a source and its parent domains: `www.reuters.com`, `reuters.com`, `com`. */
function domainsOf(source: string): string[] {
  const labels = hostOf(source)?.split('.') ?? [];
  return labels.map((_, index) => labels.slice(index).join('.'));
}
