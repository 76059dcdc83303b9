import { decodeXML } from 'entities';
import { parseAtomFeed, parseRdfFeed, parseRssFeed } from 'feedsmith';
import { FeedError } from '../feed-error.ts';
import { feedLimits } from '../limits.ts';
import { atomEntry, atomProperties } from './atom.ts';
import { withoutBase64Texts } from './base64-texts.ts';
import { emptyEntryReason, type FeedEntry, type FeedProperties, feedContext } from './feed-item.ts';
import {
  type FeedDocument,
  inBatches,
  maxEntries,
  type ParsedFeed,
  parseOr,
} from './parsed-feed.ts';
import { rssEntry, rssProperties } from './rss.ts';
import { type SplitXmlFeed, splitXmlFeed, type XmlFeedFormat } from './split-xml-feed.ts';
import { withEscapedLessThan } from './stray-less-than.ts';

/** Maximum lengths of a head, an entry, and entries parsed together, in UTF-16 code units. */
const maxHeadLength = 1024 * 1024;
const maxEntryLength = 4 * 1024 * 1024;
const maxBatchLength = 1024 * 1024;

/**
 * Maximum number of elements, attributes and other markup of a head, an entry, and entries parsed
 * together: each takes hundreds of bytes when it is parsed.
 */
const { maxMarkup } = feedLimits;

/** An entry without content. */
const emptyElement = /^<[^<>]{0,200}>\s{0,200}(?:<\/[^<>]{0,200}>)?$/;
const originalLinkTag = /<feedburner:origLink>/i;
const lessThan = 0x3c;
const equals = 0x3d;
const cdata = { start: '<![CDATA[', end: ']]>' };

/**
 * Reads an RSS, Atom or RDF feed, up to the truncation if it is truncated.
 *
 * @throws {FeedError} if the document is not a feed, or malformed outside its entries
 */
export function readXmlFeed({ location, address, text, truncation }: FeedDocument): ParsedFeed {
  const split = splitXmlFeed(text, maxEntries);
  if (!split) throw new FeedError(location, 'is malformed XML, not a feed');
  const properties = parseRepaired([split.head], ([head = '']) =>
    parseProperties(split.format, head),
  );
  if (typeof properties === 'string') throw new FeedError(location, properties);
  return {
    feed: feedContext(properties, address),
    batches: inBatches(split.entries, (elements) => parseBatch(split, elements)),
    count: split.count,
    truncation: split.complete
      ? null
      : (truncation ?? 'the feed ends early: its last tag is missing'),
  };
}

function parseProperties(format: XmlFeedFormat, head: string): FeedProperties {
  if (head.length > maxHeadLength || hasTooMuchMarkup([head])) return {};
  const xml = withoutBase64Texts(head);
  return parseOr({}, () => {
    if (format === 'atom') return atomProperties(parseAtomFeed(xml));
    return rssProperties(format === 'rss' ? parseRssFeed(xml) : parseRdfFeed(xml));
  });
}

/** Parses entries together, or separately if they are too long or one of them is invalid. */
function parseBatch(
  feed: SplitXmlFeed,
  elements: readonly (string | undefined)[],
): (FeedEntry | string)[] {
  const complete = elements.filter((element) => element !== undefined);
  const length = complete.reduce((sum, element) => sum + element.length, 0);
  const isLarge = length > maxBatchLength || hasTooMuchMarkup(complete);
  if (complete.length === elements.length && !isLarge) {
    const entries = ifWellFormed(() => parseEntries(feed, complete));
    if (typeof entries !== 'string' && entries.length === elements.length) return entries;
  }
  return elements.map((element) => parseSeparately(feed, element));
}

/** @returns the entry, or why it cannot be parsed */
function parseSeparately(feed: SplitXmlFeed, element: string | undefined): FeedEntry | string {
  if (element === undefined) return 'is truncated: its end tag is missing';
  if (element.length > maxEntryLength) return 'is larger than 4 MiB';
  if (hasTooMuchMarkup([element])) return `has more than ${maxMarkup} elements and attributes`;
  if (emptyElement.test(element)) return emptyEntryReason;
  const entries = parseRepaired([element], (elements) => parseEntries(feed, elements));
  return typeof entries === 'string' ? entries : (entries[0] ?? emptyEntryReason);
}

/** Counts `<` and `=`, which are at least as many as elements and attributes, in linear time. */
function hasTooMuchMarkup(texts: readonly string[]): boolean {
  let count = 0;
  for (const text of texts) {
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === lessThan || code === equals) count += 1;
      if (count > maxMarkup) return true;
    }
  }
  return false;
}

/** Parses the XML of entries. Empty elements are missing from the result. */
function parseEntries(
  { format, before, after }: SplitXmlFeed,
  elements: readonly string[],
): FeedEntry[] {
  const xml = withoutBase64Texts(before + elements.join('') + after);
  const entries = parseOr([], () => {
    if (format === 'rss') return (parseRssFeed(xml).items ?? []).map(rssEntry);
    if (format === 'rdf') return (parseRdfFeed(xml).items ?? []).map(rssEntry);
    return (parseAtomFeed(xml).entries ?? []).map(atomEntry);
  });
  if (entries.length !== elements.length) return entries;
  return entries.map((entry, index) => withOriginalLink(entry, elements[index] ?? ''));
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

/**
 * Parses elements as they are, or else with their unescaped `<` escaped.
 *
 * @returns the result of a feedsmith parser, or why the XML is malformed
 */
function parseRepaired<Result extends object>(
  elements: readonly string[],
  parse: (elements: readonly string[]) => Result,
): Result | string {
  const asWritten = ifWellFormed(() => parse(elements));
  if (typeof asWritten !== 'string') return asWritten;
  const repaired = ifWellFormed(() => parse(elements.map(withEscapedLessThan)));
  return typeof repaired === 'string' ? asWritten : repaired;
}

/** @returns the result of a feedsmith parser, or why the XML is malformed */
function ifWellFormed<Result extends object>(parse: () => Result): Result | string {
  try {
    return parse();
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'MalformedError') throw error;
    const message = error.cause instanceof Error ? error.cause.message : error.message;
    return `is malformed XML (${message.replace(/[\p{Cc}\s]+/gu, ' ').slice(0, 120)})`;
  }
}
