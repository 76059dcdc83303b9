import { randomUUID } from 'node:crypto';
import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { errorCode } from './error-code.ts';
import { isAlive } from './is-alive.ts';
import { renameFile } from './rename-file.ts';

/** Milliseconds between two attempts. */
const pause = 20;

/** The locks that this process has. */
const own = new Set<string>();

/** A file is locked by another process. */
export class FileLockedError extends Error {}

export interface LockOptions {
  /** Milliseconds that it waits for another process (default: 0). */
  patience?: number;
  /** Milliseconds between two signs of life of the owner, the same for all processes (default: 2,000). */
  heartbeat?: number;
}

/**
 * Locks a file against other processes that lock it, with `<path>.lock` beside it. A lock of a process of this
 * machine that has ended, even by SIGKILL, does not count. One of another machine or container, which may share
 * the folder, does not count if it shows no sign of life for three heartbeats.
 *
 * @returns a function that releases the lock
 * @throws {FileLockedError} if another process has the lock
 * @throws a system error if the lock cannot be written
 */
export async function lockFile(
  path: string,
  { patience = 0, heartbeat = 2000 }: LockOptions = {},
): Promise<() => void> {
  const lock = `${path}.lock`;
  const text = [hostname(), process.pid, randomUUID()].join('\n');
  const end = performance.now() + patience;
  for (let seen: Seen | undefined; ; await delay(pause)) {
    if (tryWrite(lock, text)) {
      own.add(text);
      const timer = setInterval(() => showLife(lock, text), heartbeat).unref();
      return () => {
        clearInterval(timer);
        release(lock, text);
      };
    }
    seen = look(lock, seen);
    if (!seen) continue;
    const state = stateOf(seen, heartbeat);
    if (state === 'ended') await remove(lock, seen.text);
    else if (state === 'alive' && performance.now() >= end)
      throw lockedError(path, lock, seen.text);
  }
}

/** The lock of another process. */
interface Seen {
  text: string;
  /** The time of its last sign of life, in milliseconds of its file system. */
  modified: number;
  /** Since when it is as it is, in milliseconds of `performance.now()`. */
  since: number;
  /** Whether it has shown a sign of life since it was seen first. */
  hasChanged: boolean;
}

/** Returns `undefined` if there is no lock any more. */
function look(lock: string, before: Seen | undefined): Seen | undefined {
  const text = read(lock);
  const modified = statSync(lock, { throwIfNoEntry: false })?.mtimeMs;
  if (text === undefined || modified === undefined) return undefined;
  if (before?.text !== text) return { text, modified, since: performance.now(), hasChanged: false };
  if (before.modified === modified) return before;
  return { text, modified, since: performance.now(), hasChanged: true };
}

function stateOf(seen: Seen, heartbeat: number): 'alive' | 'ended' | 'unknown' {
  const silence = performance.now() - seen.since;
  // Only a process that was killed leaves it empty for longer than a moment.
  if (seen.text === '') return silence > pause ? 'ended' : 'unknown';
  const [host, pid] = seen.text.split('\n');
  if (host !== hostname()) {
    if (silence > 3 * heartbeat) return 'ended';
    return seen.hasChanged ? 'alive' : 'unknown';
  }
  // In containers, each first process has the same id.
  const isOwner = Number(pid) === process.pid ? own.has(seen.text) : isAlive(Number(pid));
  return isOwner ? 'alive' : 'ended';
}

function showLife(lock: string, text: string): void {
  const now = new Date();
  try {
    // Another process may believe that this one has ended.
    if (read(lock) === text) utimesSync(lock, now, now);
  } catch {
    // The next process waits for the next heartbeat.
  }
}

/** Returns `false` if the file exists. */
function tryWrite(lock: string, text: string): boolean {
  let file: number;
  try {
    file = openSync(lock, 'wx');
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
  try {
    writeFileSync(file, text);
    return true;
  } catch (error) {
    // The disk is full, for example.
    rmSync(lock, { force: true });
    throw error;
  } finally {
    closeSync(file);
  }
}

/** Returns `undefined` if there is no lock any more. */
function read(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of several processes that remove the same lock, only one removes it; none removes a newer one. */
async function remove(lock: string, text: string): Promise<void> {
  const removed = `${lock}-${randomUUID()}`;
  try {
    await renameFile(lock, removed);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  const found = read(removed);
  if (found !== undefined && found !== text) tryWrite(lock, found);
  rmSync(removed, { force: true });
}

function release(lock: string, text: string): void {
  own.delete(text);
  if (read(lock) === text) rmSync(lock, { force: true });
}

function lockedError(path: string, lock: string, text: string): FileLockedError {
  const [host, pid] = text.split('\n');
  return new FileLockedError(
    `${path} is being written by process ${pid} of ${host}; if that has ended, delete ${lock}`,
  );
}
