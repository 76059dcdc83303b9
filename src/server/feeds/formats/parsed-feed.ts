import { type NewsEntry, newsEntry, rejectedEntry } from '../news-entry.ts';
import { type FeedContext, type FeedEntry, feedItem } from './feed-item.ts';

/** Maximum number of entries read from a feed. Further ones are reported as one rejected entry. */
export const maxEntries = 50_000;
/** Number of entries parsed together, between two turns of the event loop. */
const batchSize = 25;

/** A whole feed in memory. */
export interface FeedDocument {
  /** A path, or an address without credentials. */
  location: string;
  /** The address after redirects; `null` for a file. */
  address: string | null;
  text: string;
  /** Why the text ends early; `null` if it is complete. */
  truncation: string | null;
}

export interface ParsedFeed {
  feed: FeedContext;
  /** At most {@link maxEntries} entries, parsed on demand. A string is the reason of a rejection. */
  batches: Iterable<(FeedEntry | string)[]>;
  /** Number of entries in the document. */
  count: number;
  /** Why the feed ends early; `null` if it is complete. */
  truncation: string | null;
}

/** The news items and rejected entries of a feed in document order, in the batches of the feed. */
export function* feedNews({
  feed,
  batches,
  count,
  truncation,
}: ParsedFeed): Generator<NewsEntry[]> {
  let number = 0;
  for (const batch of batches) {
    yield batch.map((entry) => {
      number += 1;
      const parsed = typeof entry === 'string' ? { rejected: entry } : feedItem(entry, feed);
      return newsEntry(parsed, `entry ${number}`);
    });
  }
  if (count > maxEntries) {
    const reason = `${count - maxEntries} entries were ignored: a feed may have ${maxEntries}`;
    yield [rejectedEntry(`from entry ${maxEntries + 1}`, reason)];
  }
  if (truncation !== null) yield [rejectedEntry('the end', truncation)];
}

/** Calls `parse` for each batch of values, when the consumer asks for its result. */
export function* inBatches<Value, Result>(
  values: readonly Value[],
  parse: (batch: readonly Value[]) => Result,
): Generator<Result> {
  for (let at = 0; at < values.length; at += batchSize) {
    yield parse(values.slice(at, at + batchSize));
  }
}

/** Returns the result of a feedsmith parser, or `empty` if the parser throws because it finds nothing. */
export function parseOr<Value>(empty: Value, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Error && /^(DetectError|ParseError)$/.test(error.name)) return empty;
    throw error;
  }
}
