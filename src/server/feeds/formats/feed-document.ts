import { type NewsEntry, rejectedEntry } from '../news-entry.ts';
import { type FeedEntry, type FeedHead, feedItem } from './feed-entry.ts';

/** Maximum number of entries read from a feed. Further ones are reported as one rejected entry. */
export const maxEntries = 50_000;
/** Number of entries to parse before yielding to the event loop. */
export const entryBatch = 25;

/** A whole feed in memory. */
export interface FeedDocument {
  /** A path, or an address without credentials. */
  location: string;
  /** The address after redirects; `null` for a file. */
  address: string | null;
  bytes: Uint8Array;
  /** From the HTTP response. */
  charset: string | null;
  /** Why the bytes end early; `null` if they are complete. */
  truncation: string | null;
}

/**
 * Converts a parsed entry to a news item or a rejected entry.
 *
 * @param parsed the entry, or why it cannot be parsed
 */
export function newsEntry(parsed: FeedEntry | string, head: FeedHead, number: number): NewsEntry {
  const where = `entry ${number}`;
  if (typeof parsed === 'string') return rejectedEntry(where, parsed);
  const item = feedItem(parsed, head);
  return 'rejected' in item ? rejectedEntry(where, item.rejected) : { kind: 'item', item };
}

/** The rejection of all entries beyond the limit, if there are any. */
export function excessEntries(count: number): NewsEntry[] {
  if (count <= maxEntries) return [];
  const reason = `and all after it (${count - maxEntries}): too many for one feed`;
  return [rejectedEntry(`entry ${maxEntries + 1}`, reason)];
}
