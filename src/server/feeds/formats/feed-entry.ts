import type { NewsItemRecord } from '../../store/store.ts';
import { derivedId, nameByContent } from '../item/item-id.ts';
import { derivedTitle, itemTexts } from '../item/item-texts.ts';
import { itemUrl } from '../item/item-url.ts';
import { publicationDate } from '../item/publication-date.ts';
import { plainText, type TextForm } from '../text/plain-text.ts';

/** Why an entry that says nothing is rejected. */
export const NOTHING = 'has neither title nor text nor link';

/** A text as a feed gives it, and how it is meant. */
export interface FeedText {
  value: string;
  form: TextForm;
}

/** What every format of feed says of one entry. */
export interface FeedEntry {
  /** guid, atom id, JSON Feed id. */
  identifier: string | undefined;
  /** The best first. */
  links: string[];
  title: FeedText | undefined;
  description: FeedText | undefined;
  content: FeedText | undefined;
  /** The best first; the first that is a date counts. */
  dates: string[];
  /** Where the entry was taken from, if not from this feed. */
  source: FeedText | undefined;
  /** `xml:base`. */
  base: string | undefined;
}

/** What a feed says of itself. */
export interface FeedHead {
  /** Its id or link: what its short identifiers are unique within. */
  identity: string;
  title: string;
  /** The absolute address that relative links are relative to. */
  base: string | undefined;
}

/**
 * The news item of a feed entry. An entry without a title is titled with the first words of its
 * text, or with its link; one with neither title, text nor link is rejected.
 */
export function feedItem(entry: FeedEntry, head: FeedHead): NewsItemRecord | { rejected: string } {
  const texts = itemTexts({
    title: shown(entry.title),
    description: shown(entry.description),
    body: shown(entry.content),
    source: shown(entry.source) || head.title,
  });
  const url = entryUrl(entry, head);
  const title = texts.title || derivedTitle(texts.description) || (url ?? '');
  if (title === '') return { rejected: NOTHING };
  const publication_date = firstDate(entry.dates);
  const name =
    scoped(entry.identifier, head) ??
    url ??
    nameByContent(title, publication_date, texts.source ?? head.identity);
  return { id: derivedId(name), ...texts, title, url, publication_date };
}

function shown(text: FeedText | undefined): string {
  return text ? plainText(text.value, text.form) : '';
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
 * A URI (`https:`, `tag:`, `urn:`) is unique everywhere. Anything else, such as the guid `17`, is
 * unique in its own feed only, and would otherwise replace the item 17 of another.
 */
function scoped(identifier: string | undefined, head: FeedHead): string | undefined {
  if (identifier === undefined || identifier === '') return undefined;
  if (/^[a-z][a-z0-9+.-]*:/i.test(identifier)) return itemUrl(identifier) ?? identifier;
  return `${head.identity}\n${identifier}`;
}

function firstDate(dates: readonly string[]): number | null {
  for (const text of dates) {
    const date = publicationDate(text);
    if (date !== null) return date;
  }
  return null;
}
