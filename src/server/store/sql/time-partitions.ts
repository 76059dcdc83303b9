import type { SweptRows } from './swept-rows.ts';

/** The partitions by time of the tables of a database. */
export interface TimePartitions {
  /**
   * Creates the partitions for a time and for some weeks after it.
   *
   * @returns the partitions for the time that could not be created, the first time
   */
  createAhead(now: number): Promise<string[]>;
  /** Drops the oldest partition of a table if all its rows are old. Runs stay as long as alerts and deliveries refer to them. */
  dropOldest(rows: SweptRows, options: DropOptions): Promise<DroppedPartition>;
}

interface DropOptions {
  before: number;
  /** When the sweep began. */
  now: number;
  /** Whether to stop before the partition is dropped. */
  isOver: () => boolean;
}

interface DroppedPartition {
  /** The number of deleted rows. */
  deleted: number;
  /** No further partition can be dropped now. */
  isLast: boolean;
  /** The time from before which other rows are to be deleted now. */
  before: number;
}

/** For a database without partitions. */
export const unpartitioned: TimePartitions = {
  createAhead: () => Promise.resolve([]),
  dropOldest: (_rows, { before }) => Promise.resolve({ deleted: 0, isLast: true, before }),
};
