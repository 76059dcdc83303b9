import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { errorCode } from '../node/error-code.ts';
import { StoreUnavailable } from './store-unavailable.ts';

/** The databases that this process has locked. */
const locked = new Set<string>();

/**
 * The lock of a database file that only one connection can use: the file `<path>.pid` with the id of
 * the process. The lock of a process that has ended is taken over.
 */
export class ProcessLock {
  readonly #path: string;

  /** @throws {StoreUnavailable} if another connection has the lock */
  constructor(path: string) {
    this.#path = path;
    const file = `${path}.pid`;
    while (!created(file)) {
      const owner = Number(readFileSync(file, 'utf8'));
      if (locked.has(path) || (owner !== process.pid && isRunning(owner))) {
        throw new StoreUnavailable(
          `process ${owner} uses the database ${path}, and the SQLite of this installation allows only one: install @photostructure/sqlite, use Node.js 22.16 or later, or stop that process`,
          { isLocked: true },
        );
      }
      removeStale(file, owner);
    }
    locked.add(path);
    // The driver's own lock, left by a process that was killed.
    rmSync(`${path}.lock`, { recursive: true, force: true });
  }

  release(): void {
    if (!locked.delete(this.#path)) return;
    rmSync(`${this.#path}.pid`, { force: true });
  }
}

function created(file: string): boolean {
  try {
    writeFileSync(file, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Renames the file first: another process may have taken the lock over since it was read. */
function removeStale(file: string, owner: number): void {
  const renamed = `${file}.${process.pid}`;
  try {
    renameSync(file, renamed);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if (Number(readFileSync(renamed, 'utf8')) === owner) rmSync(renamed);
  else renameSync(renamed, file);
}

function isRunning(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}
