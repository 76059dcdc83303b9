import type { Stats } from 'node:fs';
import { type FileHandle, open, stat } from 'node:fs/promises';
import { errorMessage } from '../../node/error-message.ts';
import type { Log } from '../../node/log.ts';
import type { NewsStore } from '../store/store.ts';
import { importEntries, importLevel } from './import-news.ts';
import { isAddress } from './location.ts';
import { readInput } from './read-news.ts';

const newline = 0x0a;
const chunkSize = 65_536;
/** Bytes before the position by which a rewritten file is recognized. */
const tailSize = 256;

/** How far a file has been read. */
export interface FilePosition {
  readonly path: string;
  device: number;
  inode: number;
  /** Bytes of the file when it was read, with an incomplete last line. */
  size: number;
  /** When the file had last been changed then, in milliseconds since the epoch. */
  changed: number;
  /** After the last complete line that was read. */
  offset: number;
  /** The bytes before the offset. */
  tail: Buffer;
}

export interface NewsFilesOptions {
  news: NewsStore;
  positions: readonly FilePosition[];
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Called after each read that has changed the news. */
  onChange: () => void;
}

/**
 * The ends of the files among `locations`, to call before they are imported: what is added meanwhile is
 * read again, which changes nothing. Only uncompressed JSON Lines files are followed.
 */
export async function filePositions(locations: readonly string[] = []): Promise<FilePosition[]> {
  const positions: FilePosition[] = [];
  for (const path of new Set(locations)) {
    if (isAddress(path)) continue;
    const position = {
      path,
      device: 0,
      inode: 0,
      size: 0,
      changed: 0,
      offset: 0,
      tail: Buffer.alloc(0),
    };
    // The import reports a file that cannot be read.
    const isFollowed = await withFile(path, async (file) => {
      const stats = await file.stat();
      if (!(await isJsonLines(file, stats.size))) return false;
      await moveTo(position, file, stats, await lineEnd(file, 0, stats.size));
      return true;
    }).catch(() => false);
    if (isFollowed) positions.push(position);
  }
  return positions;
}

/** Imports lines that are added to files of news, when something needs the news. */
export class NewsFiles {
  readonly #options: NewsFilesOptions;
  /** The last problem of each file, which is logged once. */
  readonly #problems = new Map<string, string>();
  readonly #stopped = new AbortController();
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;

  constructor(options: NewsFilesOptions) {
    this.#options = options;
  }

  /**
   * Imports the complete lines that were added before the call. A file that was truncated or replaced is
   * read from its start. A file that cannot be read is logged, and read again by the next call.
   */
  read(): Promise<void> {
    if (this.#options.positions.length === 0) return Promise.resolve();
    if (this.#running === undefined) {
      this.#running = this.#readAll().finally(() => {
        this.#running = undefined;
      });
      return this.#running;
    }
    this.#next ??= this.#running.then(() => {
      this.#next = undefined;
      return this.read();
    });
    return this.#next;
  }

  /** Aborts the active read and resolves when it has ended. */
  async stop(): Promise<void> {
    this.#stopped.abort();
    await this.#running;
  }

  async #readAll(): Promise<void> {
    const { positions, log } = this.#options;
    for (const position of positions) {
      const { path } = position;
      try {
        if (await hasChanged(position)) {
          await withFile(path, (file) => this.#readFile(position, file));
        }
        this.#problems.delete(path);
      } catch (error) {
        if (this.#stopped.signal.aborted) return;
        const reason = errorMessage(error);
        if (this.#problems.get(path) !== reason) log('warn', 'news not read', { path, reason });
        this.#problems.set(path, reason);
      }
    }
  }

  async #readFile(position: FilePosition, file: FileHandle): Promise<void> {
    const { news, log, now, onChange } = this.#options;
    const stats = await file.stat();
    const start = isSame(position, stats) && (await hasTail(position, file)) ? position.offset : 0;
    const end = await lineEnd(file, start, stats.size);
    if (end === start) return moveTo(position, file, stats, end);
    const { path: location } = position;
    const bytes = chunksOf(file, start, end);
    const input = { location, address: null, charset: null, totalBytes: end - start, bytes };
    const { signal } = this.#stopped;
    const entries = readInput({ ...input, close: () => {} }, { signal });
    const summary = await importEntries(news, entries, location, { now, signal });
    await moveTo(position, file, stats, end);
    log(importLevel(summary), 'news added', { ...summary });
    if (summary.added + summary.updated > 0) onChange();
  }
}

function isSame({ device, inode }: FilePosition, { dev, ino }: Stats): boolean {
  return device === dev && inode === ino;
}

/** Costs one system call, because it is called before each search. */
async function hasChanged(position: FilePosition): Promise<boolean> {
  const stats = await stat(position.path);
  const { size, changed } = position;
  return !isSame(position, stats) || stats.size !== size || stats.mtimeMs !== changed;
}

/** @throws {Error} if it is not a regular file: opening a FIFO would wait for a writer */
async function withFile<Result>(
  path: string,
  work: (file: FileHandle) => Promise<Result>,
): Promise<Result> {
  if (!(await stat(path)).isFile()) throw new Error('is not a regular file');
  const file = await open(path);
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

/** @param stats from before the file was read: what is added later changes it again */
async function moveTo(
  position: FilePosition,
  file: FileHandle,
  { dev: device, ino: inode, size, mtimeMs: changed }: Stats,
  offset: number,
): Promise<void> {
  const tail = await bytesOf(file, Math.max(0, offset - tailSize), offset);
  Object.assign(position, { device, inode, size, changed, offset, tail });
}

async function hasTail({ offset, tail }: FilePosition, file: FileHandle): Promise<boolean> {
  return tail.equals(await bytesOf(file, offset - tail.length, offset));
}

/** The position after the last line break between two positions; `start` if there is none. */
async function lineEnd(file: FileHandle, start: number, end: number): Promise<number> {
  for (let to = end; to > start; to -= chunkSize) {
    const from = Math.max(start, to - chunkSize);
    const index = (await bytesOf(file, from, to)).lastIndexOf(newline);
    if (index !== -1) return from + index + 1;
  }
  return start;
}

async function* chunksOf(file: FileHandle, start: number, end: number): AsyncGenerator<Buffer> {
  for (let from = start; from < end; from += chunkSize) {
    yield await bytesOf(file, from, Math.min(from + chunkSize, end));
  }
}

/** An empty file may become one. */
async function isJsonLines(file: FileHandle, size: number): Promise<boolean> {
  const head = (await bytesOf(file, 0, Math.min(size, chunkSize))).toString('latin1');
  return /^(?:\u00ef\u00bb\u00bf)?\s*(?:\{|$)/.test(head);
}

async function bytesOf(file: FileHandle, start: number, end: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start);
  return buffer.subarray(0, bytesRead);
}
