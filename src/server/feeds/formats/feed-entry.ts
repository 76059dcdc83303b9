import type { NewsItemRecord } from '../../store/store.ts';
import { contentKey, hashedId } from '../item/item-id.ts';
import { itemTexts } from '../item/item-texts.ts';
import { itemUrl } from '../item/item-url.ts';
import { publicationDate } from '../item/publication-date.ts';
import { excerpt } from '../text/excerpt.ts';
import { plainText, type TextFormat } from '../text/plain-text.ts';

/** Why an entry without content is rejected. */
export const emptyEntryReason = 'has no title, text or link';
const derivedTitleLength = 100;

export interface FeedText {
  value: string;
  format: TextFormat;
}

/** An entry in the same form for all feed formats. */
export interface FeedEntry {
  /** guid, Atom id or JSON Feed id. */
  identifier: string | undefined;
  /** In order of preference. */
  links: string[];
  title: FeedText | undefined;
  description: FeedText | undefined;
  content: FeedText | undefined;
  /** In order of preference. The first valid date is used. */
  dates: string[];
  /** The publisher, if it is not this feed. */
  source: FeedText | undefined;
  /** `xml:base`. */
  base: string | undefined;
}

/** The properties of a feed itself. */
export interface FeedHead {
  /** Id or link of the feed: the scope of identifiers that are not globally unique. */
  key: string;
  title: string;
  /** Absolute URL that relative links are resolved against. */
  base: string | undefined;
}

/**
 * Converts an entry to a news item. A missing title is derived from the text or the link; an entry
 * with no title, text or link is rejected.
 */
export function feedItem(entry: FeedEntry, head: FeedHead): NewsItemRecord | { rejected: string } {
  const texts = itemTexts({
    title: plain(entry.title),
    description: plain(entry.description),
    body: plain(entry.content),
    source: plain(entry.source) || head.title,
  });
  const url = entryUrl(entry, head);
  const title = texts.title || excerpt(texts.description, derivedTitleLength) || (url ?? '');
  if (title === '') return { rejected: emptyEntryReason };
  const publication_date = firstDate(entry.dates);
  const key =
    identifierKey(entry.identifier, head) ??
    url ??
    contentKey(title, publication_date, texts.source ?? head.key);
  return { id: hashedId(key), ...texts, title, url, publication_date };
}

function plain(text: FeedText | undefined): string {
  return text ? plainText(text.value, text.format) : '';
}

function entryUrl(entry: FeedEntry, head: FeedHead): string | null {
  const base = (entry.base && itemUrl(entry.base, head.base)) || head.base;
  for (const link of entry.links) {
    const url = itemUrl(link, base);
    if (url !== null) return url;
  }
  return null;
}

/**
 * A URI (`https:`, `tag:`, `urn:`) is globally unique. Any other identifier, such as the guid `17`,
 * is unique only within its feed.
 */
function identifierKey(identifier: string | undefined, head: FeedHead): string | undefined {
  if (identifier === undefined || identifier === '') return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(identifier)) return itemUrl(identifier) ?? identifier;
  return `${head.key}\n${identifier}`;
}

function firstDate(dates: readonly string[]): number | null {
  for (const text of dates) {
    const date = publicationDate(text);
    if (date !== null) return date;
  }
  return null;
}
