import type { NewsItemRecord } from '../../store/store.ts';
import { contentKey, hashedId } from '../item/item-id.ts';
import { itemTexts } from '../item/item-texts.ts';
import { itemUrl, maxItemUrlLength } from '../item/item-url.ts';
import { publicationDate } from '../item/publication-date.ts';
import { plainText, type TextFormat } from '../text/plain-text.ts';
import { excerpt, truncate } from '../text/truncate.ts';

/** Why an entry without content is rejected. */
export const emptyEntryReason = 'has no title, text or link';
const derivedTitleLength = 100;

export interface FeedText {
  /** `undefined` if the text is missing. */
  value: string | undefined;
  format: TextFormat;
}

/** A feed entry, independent of the format of the feed. */
export interface FeedEntry {
  /** guid, Atom id or JSON Feed id. */
  identifier: string | undefined;
  /** In order of preference. The first valid link is used. */
  links: (string | undefined)[];
  title: FeedText;
  description: FeedText;
  content: FeedText;
  /** In order of preference. The first valid date is used. */
  dates: (string | undefined)[];
  /** The publisher, if it is not this feed. */
  source?: FeedText;
  /** `xml:base`. */
  base?: string | undefined;
}

/** The properties of a feed without its entries, independent of its format. */
export interface FeedProperties {
  id?: string | undefined;
  title?: FeedText;
  /** The page that the feed belongs to. */
  link?: string | undefined;
  /** The address of the feed. */
  self?: string | undefined;
  /** `xml:base`. */
  base?: string | undefined;
}

/** The properties of a feed that the conversion of its entries needs. */
export interface FeedContext {
  /** Id or link of the feed: the scope of identifiers that are not globally unique. */
  key: string;
  title: string;
  /** Absolute URL that relative links are resolved against. */
  base: string | undefined;
}

/** @param address the URL that the feed was fetched from; `null` for a file */
export function feedContext(feed: FeedProperties, address: string | null): FeedContext {
  const fetchedUrl = address ?? undefined;
  const self = itemUrl(feed.self ?? '', fetchedUrl) ?? fetchedUrl;
  const link = itemUrl(feed.link ?? '', self);
  const key = feed.id ?? link ?? self ?? feed.title?.value ?? '';
  const base = link ?? self;
  return {
    // Hashed if long, because it can become part of the key of each item.
    key: key.length > maxItemUrlLength ? hashedId(key) : key,
    title: plain(feed.title),
    base: (feed.base && itemUrl(feed.base, fetchedUrl ?? base)) || base,
  };
}

/**
 * Converts an entry to a news item. A missing title is derived from the text or the link; an entry
 * with no title, text or link is rejected. `dateProblem` is why none of its dates can be read.
 */
export function feedItem(
  entry: FeedEntry,
  feed: FeedContext,
): { item: NewsItemRecord; dateProblem?: string } | { rejected: string } {
  const texts = itemTexts({
    title: plain(entry.title),
    description: plain(entry.description),
    body: plain(entry.content),
    source: plain(entry.source) || feed.title,
  });
  const base = (entry.base && itemUrl(entry.base, feed.base)) || feed.base;
  const url = firstUrl(entry.links, base);
  const title = texts.title || excerpt(texts.description, derivedTitleLength) || (url ?? '');
  if (title === '') return { rejected: emptyEntryReason };
  const { publication_date, dateProblem } = firstDate(entry.dates);
  const key =
    identifierKey(entry.identifier, feed) ??
    url ??
    contentKey(title, publication_date, texts.source ?? feed.key);
  const item = { id: hashedId(key), ...texts, title, url, publication_date };
  return dateProblem === undefined ? { item } : { item, dateProblem };
}

function plain(text: FeedText | undefined): string {
  return plainText(text?.value ?? '', text?.format ?? 'plain');
}

function firstUrl(links: readonly (string | undefined)[], base: string | undefined): string | null {
  for (const link of links) {
    const url = itemUrl(link ?? '', base);
    if (url !== null) return url;
  }
  return null;
}

/** The first date that can be read, or the problem of the first one. */
function firstDate(texts: readonly (string | undefined)[]): {
  publication_date: number | null;
  dateProblem?: string | undefined;
} {
  let dateProblem: string | undefined;
  for (const text of texts) {
    if (text === undefined || text.trim() === '') continue;
    const date = publicationDate(text);
    if ('time' in date) return { publication_date: date.time };
    dateProblem ??= `its date ${JSON.stringify(truncate(text.trim(), 60))} ${date.problem}`;
  }
  return { publication_date: null, dateProblem };
}

/**
 * A URI (`https:`, `tag:`, `urn:`) is globally unique. Any other identifier, such as the guid `17`,
 * is unique only within its feed.
 */
function identifierKey(identifier: string | undefined, feed: FeedContext): string | undefined {
  if (identifier === undefined || identifier === '') return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(identifier)) return itemUrl(identifier) ?? identifier;
  return `${feed.key}\n${identifier}`;
}
