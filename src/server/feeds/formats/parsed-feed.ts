import { feedLimits } from '../limits.ts';
import { type NewsEntry, newsEntry, rejectedEntry } from '../news-entry.ts';
import { type FeedContext, type FeedEntry, feedItem } from './feed-item.ts';

/** Maximum number of entries read from a feed. Further ones are reported as one rejected entry. */
export const { maxEntries } = feedLimits;
/** Number of entries parsed together, in one turn of the event loop. */
const batchSize = 25;

/** The text of a feed, and where it comes from. */
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
  /** At most {@link maxEntries} entries, parsed on demand. A string is a rejection reason. */
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
  let entryNumber = 0;
  for (const batch of batches) {
    yield batch.map((entry) => {
      entryNumber += 1;
      const parsed = typeof entry === 'string' ? { rejected: entry } : feedItem(entry, feed);
      return newsEntry(parsed, `entry ${entryNumber}`);
    });
  }
  if (count > maxEntries) {
    const reason = `ignored, because a feed may have at most ${maxEntries} entries; this one has ${count}`;
    yield [rejectedEntry(`from entry ${maxEntries + 1}`, reason)];
  }
  if (truncation !== null) yield [rejectedEntry('the end', truncation)];
}

/** Parses values in batches, each only when the consumer asks for it. */
export function* inBatches<Value, Result>(
  values: readonly Value[],
  parse: (batch: readonly Value[]) => Result,
): Generator<Result> {
  for (let start = 0; start < values.length; start += batchSize) {
    yield parse(values.slice(start, start + batchSize));
  }
}

/** Runs a feedsmith parser. Returns `empty` if it throws because it recognizes nothing. */
export function parseOr<Value>(empty: Value, parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof Error && /^(DetectError|ParseError)$/.test(error.name)) return empty;
    throw error;
  }
}
