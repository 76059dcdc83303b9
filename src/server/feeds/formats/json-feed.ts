import { type JsonFeed, parseJsonFeed } from 'feedsmith';
import { feedIdentity } from '../item/item-id.ts';
import { itemUrl } from '../item/item-url.ts';
import { plainText } from '../text/plain-text.ts';
import type { FeedEntry, FeedHead, FeedText } from './feed-entry.ts';
import { unlessEmpty } from './feedsmith-errors.ts';

const VERSION = 'https://jsonfeed.org/version/1.1';

/** A JSON Feed document (jsonfeed.org, version 1 and 1.1), its entries yet to be read. */
export interface JsonDocument {
  head: FeedHead;
  items: unknown[];
}

/** Takes apart a JSON Feed; `undefined` where the JSON is something else. */
export function jsonDocument(value: unknown, address: string | null): JsonDocument | undefined {
  const items = field(value, 'items');
  if (!Array.isArray(items)) return undefined;
  const { items: _, ...said } = { ...(value as Record<string, unknown>) };
  const feed = unlessEmpty(() => parseJsonFeed({ ...said, version: VERSION }), {});
  const self = itemUrl(feed.feed_url ?? '', address ?? undefined);
  const own = self ?? address ?? undefined;
  const home = itemUrl(feed.home_page_url ?? '', own);
  const head = {
    identity: feedIdentity(self ?? home ?? own ?? feed.title ?? ''),
    title: plainText(feed.title ?? '', 'plain'),
    base: home ?? own,
  };
  return { head, items };
}

/** One item; `undefined` where it says nothing. */
export function jsonEntry(value: unknown): FeedEntry | undefined {
  const feed = { version: VERSION, title: 'one', items: [value] };
  const item = unlessEmpty(() => parseJsonFeed(feed), {}).items?.[0];
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

function text(value: string | undefined, form: 'plain' | 'html'): FeedText | undefined {
  return value === undefined ? undefined : { value, form };
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
