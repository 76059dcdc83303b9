import type { NewsItemRecord } from '../store/store.ts';

/** Why an entry cannot become a news item, or its date cannot be read. */
export interface Rejection {
  /** `line 12`, `entry 3` (counted from 1), `from entry 50001`, `the end` or `the document`. */
  where: string;
  reason: string;
}

/** One entry of a feed, or one line of a JSON Lines file. */
export type NewsEntry =
  /** `dateProblem`: why the item has no date, although its entry has one. */
  { where: string; item: NewsItemRecord; dateProblem?: Rejection } | { rejection: Rejection };

/** @param parsed the item and why its date cannot be read, or why it is rejected */
export function newsEntry(
  parsed: { item: NewsItemRecord; dateProblem?: string } | { rejected: string },
  where: string,
): NewsEntry {
  if ('rejected' in parsed) return rejectedEntry(where, parsed.rejected);
  const { item, dateProblem } = parsed;
  return dateProblem === undefined
    ? { where, item }
    : { where, item, dateProblem: { where, reason: dateProblem } };
}

export function rejectedEntry(where: string, reason: string): NewsEntry {
  return { rejection: { where, reason } };
}
