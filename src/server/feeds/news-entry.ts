import type { NewsItemRecord } from '../store/store.ts';

/** An entry that cannot become a news item. */
export interface RejectedEntry {
  /** `line 12`, `entry 3` (both counted from 1), `the end` or `the document`. */
  where: string;
  reason: string;
}

/** One entry of a feed, or one line of a JSON Lines file. */
export type NewsEntry =
  | { kind: 'item'; item: NewsItemRecord }
  | ({ kind: 'rejected' } & RejectedEntry);

export function rejectedEntry(where: string, reason: string): NewsEntry {
  return { kind: 'rejected', where, reason };
}
