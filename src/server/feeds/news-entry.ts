import type { NewsItemRecord } from '../store/store.ts';

/** Why an entry cannot become a news item. */
export interface Rejection {
  /** `line 12`, `entry 3` (counted from 1), `from entry 50001`, `the end` or `the document`. */
  where: string;
  reason: string;
}

/** One entry of a feed, or one line of a JSON Lines file. */
export type NewsEntry = { item: NewsItemRecord } | { rejection: Rejection };

/** @param parsed the item, or why it is rejected */
export function newsEntry(parsed: NewsItemRecord | { rejected: string }, where: string): NewsEntry {
  return 'rejected' in parsed ? rejectedEntry(where, parsed.rejected) : { item: parsed };
}

export function rejectedEntry(where: string, reason: string): NewsEntry {
  return { rejection: { where, reason } };
}
