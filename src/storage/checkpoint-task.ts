/**
 * Copies the write-ahead log into the database file, and then:
 *
 * - `restart-log` lets the next write overwrite the log
 * - `truncate-log` empties the file of the log
 * - `rewrite-file` does the same after it has rewritten the database without the bytes of deleted rows
 *
 * Only `rewrite-file` reports a failure.
 */
export type CheckpointTask = 'restart-log' | 'truncate-log' | 'rewrite-file';

export interface CheckpointWorkerData {
  /** The path of the database file. */
  path: string;
  task: CheckpointTask;
}
