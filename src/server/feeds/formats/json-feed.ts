import { type JsonFeed, parseJsonFeed } from 'feedsmith';
import { jsonExcess } from '../../../node/json-bounds.ts';
import { FeedError } from '../feed-error.ts';
import { itemUrl } from '../item/item-url.ts';
import { feedLimits } from '../limits.ts';
import { emptyEntryReason, type FeedEntry, feedContext } from './feed-item.ts';
import {
  type FeedDocument,
  inBatches,
  maxEntries,
  type ParsedFeed,
  parseOr,
} from './parsed-feed.ts';

const version = 'https://jsonfeed.org/version/1.1';

/**
 * Checked before the document is parsed: parsing cannot be interrupted, and a worker thread without
 * memory can end the process. 50,000 entries may have ten values each.
 */
const { maxDepth, maxValues } = feedLimits;

/** An item may have very many other properties, which are ignored. */
const itemProperties = [
  'id',
  'url',
  'external_url',
  'title',
  'summary',
  'content_text',
  'content_html',
  'date_published',
  'date_modified',
] as const;

/**
 * Reads a JSON Feed (jsonfeed.org, version 1 or 1.1).
 *
 * @throws {FeedError} if the document is not a JSON Feed, is truncated, or has too many values
 */
export function readJsonFeed(document: FeedDocument): ParsedFeed {
  const { location, address } = document;
  const { items, ...known } = parseObject(document);
  if (!Array.isArray(items)) {
    throw new FeedError(location, 'is a JSON document without items, not a feed');
  }
  const { title, feed_url, home_page_url } = parseOr<JsonFeed.Feed<string>>({}, () =>
    parseJsonFeed({ ...known, version }),
  );
  const id = itemUrl(feed_url ?? '', address ?? undefined) ?? undefined;
  const feed = {
    id,
    self: feed_url,
    link: home_page_url,
    title: { value: title, format: 'plain' as const },
  };
  return {
    feed: feedContext(feed, address),
    batches: inBatches(items.slice(0, maxEntries), (batch) => batch.map(parseItem)),
    count: items.length,
    truncation: null,
  };
}

/** The properties that are read. Others, of which there may be very many, are ignored. */
interface JsonFeedProperties {
  items?: unknown;
  title?: unknown;
  feed_url?: unknown;
  home_page_url?: unknown;
}

function parseObject({ text, location, truncation }: FeedDocument): JsonFeedProperties {
  const excess = jsonExcess(text, { maxDepth, maxValues });
  if (excess !== undefined) throw new FeedError(location, excess);
  try {
    const { items, title, feed_url, home_page_url }: JsonFeedProperties = Object(JSON.parse(text));
    return { items, title, feed_url, home_page_url };
  } catch {
    const problem = truncation === null ? 'is not valid JSON' : `is truncated (${truncation})`;
    throw new FeedError(location, `${problem}, so it cannot be read as a JSON Feed`);
  }
}

/** @returns the entry, or why it is rejected */
function parseItem(value: unknown): FeedEntry | string {
  const feed = { version, title: 'unused', items: [readProperties(value)] };
  const item = parseOr<JsonFeed.Feed<string>>({}, () => parseJsonFeed(feed)).items?.[0];
  if (!item) return emptyEntryReason;
  const { summary, content_text, content_html } = item;
  return {
    identifier: item.id,
    links: [item.url, item.external_url],
    title: { value: item.title, format: 'plain' },
    description: { value: summary, format: 'plain' },
    content:
      content_text === undefined
        ? { value: content_html, format: 'html' }
        : { value: content_text, format: 'plain' },
    dates: [item.date_published, item.date_modified],
  };
}

/** The texts and numbers of an item that are read; any other value unchanged. */
function readProperties(item: unknown): unknown {
  if (typeof item !== 'object' || item === null) return item;
  const properties = new Map<string, unknown>(
    itemProperties.flatMap((name) => {
      const value: unknown = Object.hasOwn(item, name) ? Reflect.get(item, name) : undefined;
      return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
    }),
  );
  return Object.fromEntries(properties);
}
