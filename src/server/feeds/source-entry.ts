import type { NewsItemRecord } from '../store/store.ts';

/** What a source holds at one place: a news item, or a record that cannot become one. */
export type SourceEntry =
  | { kind: 'item'; item: NewsItemRecord }
  | {
      kind: 'rejected';
      /** `line 12`, `entry 3` (both counted from 1), or `the end`. */
      where: string;
      reason: string;
    };

export function rejected(where: string, reason: string): SourceEntry {
  return { kind: 'rejected', where, reason };
}
