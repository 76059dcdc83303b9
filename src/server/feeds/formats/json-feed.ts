import { setImmediate } from 'node:timers/promises';
import { type JsonFeed, parseJsonFeed } from 'feedsmith';
import { FeedError } from '../feed-error.ts';
import { feedKey } from '../item/item-id.ts';
import { itemUrl } from '../item/item-url.ts';
import type { NewsEntry } from '../news-entry.ts';
import { decode } from '../text/decode.ts';
import { plainText } from '../text/plain-text.ts';
import {
  entryBatch,
  excessEntries,
  type FeedDocument,
  maxEntries,
  newsEntry,
} from './feed-document.ts';
import { emptyEntryReason, type FeedEntry, type FeedHead, type FeedText } from './feed-entry.ts';
import { parseOr } from './feedsmith-errors.ts';

const version = 'https://jsonfeed.org/version/1.1';

/**
 * Reads a JSON Feed (jsonfeed.org, version 1 or 1.1).
 *
 * @throws {FeedError} if the document is not a JSON Feed, or is truncated
 */
export async function* readJsonFeed(document: FeedDocument): AsyncGenerator<NewsEntry> {
  const { items, ...feed } = parseDocument(document);
  if (!Array.isArray(items)) {
    throw new FeedError(document.location, 'is a JSON document without items, not a feed');
  }
  const head = headOf(feed, document.address);
  for (const [index, item] of items.slice(0, maxEntries).entries()) {
    yield newsEntry(parseItem(item) ?? emptyEntryReason, head, index + 1);
    if (index % entryBatch === 0) await setImmediate();
  }
  yield* excessEntries(items.length);
}

function parseDocument({ bytes, charset, location, truncation }: FeedDocument): {
  items?: unknown;
} {
  try {
    return Object(JSON.parse(decode(bytes, charset)));
  } catch {
    const problem = truncation === null ? 'is not valid JSON' : `is truncated (${truncation})`;
    throw new FeedError(location, `${problem}, so it cannot be read as a JSON Feed`);
  }
}

function headOf(properties: object, address: string | null): FeedHead {
  const feed = parseOr({}, () => parseJsonFeed({ ...properties, version }));
  const self = itemUrl(feed.feed_url ?? '', address ?? undefined);
  const own = self ?? address ?? undefined;
  const home = itemUrl(feed.home_page_url ?? '', own);
  return {
    key: feedKey(self ?? home ?? own ?? feed.title ?? ''),
    title: plainText(feed.title ?? '', 'plain'),
    base: home ?? own,
  };
}

/** `undefined` if the item is empty. */
function parseItem(value: unknown): FeedEntry | undefined {
  const feed = { version, title: 'one', items: [value] };
  const item = parseOr({}, () => parseJsonFeed(feed)).items?.[0];
  return item && entryOf(item);
}

function entryOf(item: JsonFeed.Item<string>): FeedEntry {
  const dates = [item.date_published, item.date_modified];
  return {
    identifier: item.id,
    links: [item.url, item.external_url].filter((link) => link !== undefined),
    title: text(item.title, 'plain'),
    description: text(item.summary, 'plain'),
    content: text(item.content_text, 'plain') ?? text(item.content_html, 'html'),
    dates: dates.filter((date) => date !== undefined),
    source: undefined,
    base: undefined,
  };
}

function text(value: string | undefined, format: 'plain' | 'html'): FeedText | undefined {
  return value === undefined ? undefined : { value, format };
}
