import { type AtomFeed, parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import { feedKey } from '../item/item-id.ts';
import { itemUrl } from '../item/item-url.ts';
import { plainText, type TextFormat } from '../text/plain-text.ts';
import { bestLinks } from './atom-entry.ts';
import type { FeedHead } from './feed-entry.ts';
import { parseOr } from './feedsmith-errors.ts';
import type { XmlOutline } from './xml-outline.ts';

/** Maximum length of a head that is parsed, in UTF-16 code units. */
const maxHeadLength = 1024 * 1024;

/**
 * Parses the head of an RSS, Atom or RDF feed.
 *
 * @param address URL that the feed was fetched from; `null` for a file
 */
export function parseHead(outline: XmlOutline, address: string | null): FeedHead {
  const given = parseOr({}, () => givenHead(outline));
  const own = address ?? undefined;
  const self = given.self === undefined ? null : itemUrl(given.self, own);
  const link = given.link === undefined ? null : itemUrl(given.link, self ?? own);
  const fallback = link ?? self ?? own;
  return {
    key: feedKey(given.id ?? link ?? self ?? own ?? given.title ?? ''),
    title: plainText(given.title ?? '', given.titleFormat ?? 'unknown'),
    base: (given.base && itemUrl(given.base, own ?? fallback)) || fallback,
  };
}

interface GivenHead {
  id?: string | undefined;
  title?: string | undefined;
  titleFormat?: TextFormat;
  link?: string | undefined;
  self?: string | undefined;
  base?: string | undefined;
}

function givenHead({ format, head }: XmlOutline): GivenHead {
  if (head.length > maxHeadLength) return {};
  if (format === 'atom') return atomHead(parseAtomFeed(head));
  const feed = format === 'rss' ? parseRssFeed(head) : parseRdfFeed(head);
  const self = feed.atom?.links?.find((link) => link.rel === 'self')?.href;
  return { title: feed.title, link: feed.link, self, base: feed.xml?.base };
}

function atomHead({ id, title, links = [], xml }: AtomFeed.Feed<string>): GivenHead {
  return {
    id,
    title: title?.value,
    titleFormat: title?.type === 'html' || title?.type === 'xhtml' ? 'html' : 'unknown',
    link: bestLinks(links.filter((link) => (link.rel ?? 'alternate') === 'alternate'))[0],
    self: links.find((link) => link.rel === 'self')?.href,
    base: xml?.base,
  };
}
