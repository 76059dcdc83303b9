import { workerData } from 'node:worker_threads';
import { loadDriver } from './driver.ts';

/** Milliseconds that a checkpoint waits for other connections. Meanwhile they may wait for it. */
const lockTimeout = 500;

const connection = new (loadDriver().DatabaseSync)(workerData as string);
const get = (sql: string) => connection.prepare(sql).get() as Record<string, number>;

try {
  connection.exec(`PRAGMA busy_timeout = ${lockTimeout}; PRAGMA synchronous = NORMAL;`);
  // These do not block writes. The second copies the writes made during the first.
  connection.exec('PRAGMA wal_checkpoint(PASSIVE); PRAGMA wal_checkpoint(PASSIVE);');
  // Blocks writes while it copies the rest, so that the next write can restart the log.
  const { busy } = get('PRAGMA wal_checkpoint(FULL)');
  if (busy === 0) {
    // That write syncs the new header of the log, so it is made here. It changes nothing.
    connection.exec('BEGIN IMMEDIATE');
    const version = get('PRAGMA user_version')['user_version'];
    connection.exec(`PRAGMA user_version = ${version}; COMMIT`);
  }
} catch {
  // The disk may be full, or the file locked. The log stays valid, and a later checkpoint copies it.
} finally {
  connection.close();
}
