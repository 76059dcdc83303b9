import type { NewsItemRecord } from '../store/store.ts';

/** A record that cannot become a news item. */
export interface RejectedEntry {
  /** `line 12`, `entry 3` (both counted from 1), or `the end`. */
  where: string;
  reason: string;
}

/** What a source holds at one place. */
export type SourceEntry =
  | { kind: 'item'; item: NewsItemRecord }
  | ({ kind: 'rejected' } & RejectedEntry);

export function rejected(where: string, reason: string): SourceEntry {
  return { kind: 'rejected', where, reason };
}
