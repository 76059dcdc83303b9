import type { ImportProgress } from 'newswatch/server';
import type { ProgressState } from '../../output/progress.ts';

/** How far the import of a file or a feed is, by bytes if its size is known. */
export function importState({
  location,
  bytes,
  total_bytes,
  items,
}: ImportProgress): ProgressState {
  const share = total_bytes === null ? undefined : bytes / total_bytes;
  return { label: location, count: items, unit: ['item', 'items'], share };
}
