import { workerData } from 'node:worker_threads';
import type { CheckpointTask, CheckpointWorkerData } from './checkpoint-task.ts';
import { openConnection } from './driver.ts';

const { path, task } = workerData as CheckpointWorkerData;

/** Milliseconds that each task waits for other connections. Meanwhile they may wait for it. */
const lockTimeouts: Record<CheckpointTask, number> = {
  'restart-log': 500,
  'truncate-log': 500,
  'rewrite-file': 30_000,
};

const connection = openConnection(path);
const get = (sql: string) => connection.prepare(sql).get() as Record<string, number>;

try {
  connection.exec(`PRAGMA busy_timeout = ${lockTimeouts[task]}; PRAGMA synchronous = NORMAL;
    PRAGMA fullfsync = ON; PRAGMA checkpoint_fullfsync = ON;`);
  if (task === 'rewrite-file') connection.exec('VACUUM');
  // These do not block writes. The second copies the writes made during the first.
  connection.exec('PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(PASSIVE);');
  if (task === 'restart-log') restartLog();
  else truncateLog();
} catch (error) {
  // The disk may be full, or the file locked. The log stays valid, and a later checkpoint copies it.
  if (task === 'rewrite-file') throw error;
} finally {
  connection.close();
}

/** Blocks writes while it copies the rest, so that the next write can restart the log. */
function restartLog(): void {
  const { busy } = get('PRAGMA wal_checkpoint(FULL)');
  if (busy !== 0) return;
  // That write syncs the new header of the log, so it is made here. It changes nothing.
  connection.exec('BEGIN IMMEDIATE');
  const version = get('PRAGMA user_version')['user_version'];
  connection.exec(`PRAGMA user_version = ${version}; COMMIT`);
}

function truncateLog(): void {
  const { busy } = get('PRAGMA wal_checkpoint(TRUNCATE)');
  if (busy !== 0) throw new Error('another process is reading the database');
}
