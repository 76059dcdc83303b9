import { decodeXML } from 'entities';
import { type AtomFeed, parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import { feedIdentity } from '../item/item-id.ts';
import { itemUrl } from '../item/item-url.ts';
import { plainText } from '../text/plain-text.ts';
import { atomEntry, bestLinks } from './atom-entry.ts';
import type { FeedEntry, FeedHead } from './feed-entry.ts';
import { unlessEmpty } from './feedsmith-errors.ts';
import { rssEntry } from './rss-entry.ts';
import type { XmlOutline } from './xml-outline.ts';

const ORIGINAL_LINK = /<feedburner:origLink>/i;
const CDATA = { start: '<![CDATA[', end: ']]>' };

/** What a feed says of itself beyond this (UTF-16 code units) is not worth the time to parse it. */
const HEAD_LIMIT = 1024 * 1024;

/** Whether feedsmith failed on the XML itself, and not for want of anything in it. */
export function isMalformed(error: unknown): error is Error {
  return error instanceof Error && error.name === 'MalformedError';
}

/** The entries of a piece of a feed; an empty element is missing among them. */
export function xmlEntries(format: XmlOutline['format'], xml: string): FeedEntry[] {
  return unlessEmpty(() => {
    if (format === 'rss') return (parseRssFeed(xml).items ?? []).map(rssEntry);
    if (format === 'rdf') return (parseRdfFeed(xml).items ?? []).map(rssEntry);
    return (parseAtomFeed(xml).entries ?? []).map(atomEntry);
  }, []);
}

/**
 * The address that a link through feedburner.com stands for, which feedsmith does not tell.
 * `xml` is the entry's own.
 */
export function originalLink(xml: string): string | undefined {
  const tag = ORIGINAL_LINK.exec(xml);
  if (!tag) return undefined;
  const start = tag.index + tag[0].length;
  const end = xml.indexOf('</', start);
  const link = withoutCdata(xml.slice(start, Math.max(start, end)).trim());
  return /^https?:[^\s<\]]+$/i.test(link) ? decodeXML(link) : undefined;
}

function withoutCdata(content: string): string {
  const { start, end } = CDATA;
  if (!content.startsWith(start) || !content.endsWith(end)) return content;
  return content.slice(start.length, -end.length).trim();
}

/** What the feed says of itself; `address` is where it was fetched from. */
export function xmlHead(outline: XmlOutline, address: string | null): FeedHead {
  const said = unlessEmpty(() => statements(outline), {});
  const own = address ?? undefined;
  const self = said.self === undefined ? null : itemUrl(said.self, own);
  const link = said.link === undefined ? null : itemUrl(said.link, self ?? own);
  const fallback = link ?? self ?? own;
  return {
    identity: feedIdentity(said.id ?? link ?? self ?? own ?? said.title ?? ''),
    title: plainText(said.title ?? '', said.titleForm ?? 'unsaid'),
    base: (said.base && itemUrl(said.base, own ?? fallback)) || fallback,
  };
}

interface Statements {
  id?: string | undefined;
  title?: string | undefined;
  titleForm?: 'plain' | 'html' | 'unsaid';
  link?: string | undefined;
  self?: string | undefined;
  base?: string | undefined;
}

function statements({ format, head }: XmlOutline): Statements {
  if (head.length > HEAD_LIMIT) return {};
  if (format === 'atom') return atomStatements(parseAtomFeed(head));
  const feed = format === 'rss' ? parseRssFeed(head) : parseRdfFeed(head);
  const self = feed.atom?.links?.find((link) => link.rel === 'self')?.href;
  const base = feed.xml?.base;
  return { title: feed.title, link: feed.link, self, base };
}

function atomStatements(feed: AtomFeed.Feed<string>): Statements {
  const links = feed.links ?? [];
  const title = feed.title;
  return {
    id: feed.id,
    title: title?.value,
    titleForm: title?.type === 'html' || title?.type === 'xhtml' ? 'html' : 'unsaid',
    link: bestLinks(links.filter((link) => (link.rel ?? 'alternate') === 'alternate'))[0],
    self: links.find((link) => link.rel === 'self')?.href,
    base: feed.xml?.base,
  };
}
