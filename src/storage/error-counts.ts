import type { StoreUnavailable } from './store-unavailable.ts';

/**
 * The errors of a database so far. After `conflict` (another transaction or process was faster) and
 * `connection_closed`, the work is repeated if that is safe.
 */
export type ErrorCounts = Record<
  'unavailable' | 'disk_full' | 'conflict' | 'connection_closed',
  number
>;

export function newErrorCounts(): ErrorCounts {
  return { unavailable: 0, disk_full: 0, conflict: 0, connection_closed: 0 };
}

/** Counts an error that no repetition has avoided. */
export function countUnavailable(counts: ErrorCounts, { isDiskFull }: StoreUnavailable): void {
  counts[isDiskFull ? 'disk_full' : 'unavailable'] += 1;
}
