import { decodeXML } from 'entities';
import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import { atomEntry } from './atom-entry.ts';
import type { FeedEntry } from './feed-entry.ts';
import { parseOr } from './feedsmith-errors.ts';
import { rssEntry } from './rss-entry.ts';
import type { XmlOutline } from './xml-outline.ts';

const originalLinkTag = /<feedburner:origLink>/i;
const cdata = { start: '<![CDATA[', end: ']]>' };

/**
 * Parses entries of one feed. Empty elements are missing from the result.
 *
 * @param elements the XML of each entry
 */
export function parseEntries(
  { format, before, after }: Pick<XmlOutline, 'format' | 'before' | 'after'>,
  elements: readonly string[],
): FeedEntry[] {
  const xml = before + elements.join('') + after;
  const entries = parseOr([], () => {
    if (format === 'rss') return (parseRssFeed(xml).items ?? []).map(rssEntry);
    if (format === 'rdf') return (parseRdfFeed(xml).items ?? []).map(rssEntry);
    return (parseAtomFeed(xml).entries ?? []).map(atomEntry);
  });
  if (entries.length !== elements.length) return entries;
  return entries.map((entry, at) => withOriginalLink(entry, elements[at] ?? ''));
}

/** Prefers `feedburner:origLink`, which feedsmith does not read, to the link to feedburner.com. */
function withOriginalLink(entry: FeedEntry, xml: string): FeedEntry {
  const tag = originalLinkTag.exec(xml);
  if (!tag) return entry;
  const start = tag.index + tag[0].length;
  const end = xml.indexOf('</', start);
  const link = withoutCdata(xml.slice(start, Math.max(start, end)).trim());
  if (!/^https?:[^\s<\]]+$/i.test(link)) return entry;
  return { ...entry, links: [decodeXML(link), ...entry.links] };
}

function withoutCdata(content: string): string {
  const { start, end } = cdata;
  if (!content.startsWith(start) || !content.endsWith(end)) return content;
  return content.slice(start.length, -end.length).trim();
}
