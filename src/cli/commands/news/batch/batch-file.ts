import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, truncate } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { isFileMissing } from '../../../../node/system-error.ts';
import { Failure, invalidInput, outputFailure } from '../../../errors/failure.ts';

/**
 * Writes the results of a batch to `FILE.partial`, which becomes FILE when all are written. An
 * interrupted run leaves the partial file, so that `--resume` can continue it.
 */
export class BatchFile {
  readonly #path: string;
  readonly #file: FileHandle;
  /** The queries of the results written by earlier runs, in order. */
  readonly done: readonly (string | null)[];

  private constructor(path: string, file: FileHandle, done: readonly (string | null)[]) {
    this.#path = path;
    this.#file = file;
    this.done = done;
  }

  /**
   * @param resume whether to continue the partial file of an earlier run
   * @throws {Failure} if it cannot be written, or the partial file is not from a batch
   */
  static async open(path: string, resume: boolean): Promise<BatchFile> {
    const partial = partialOf(path);
    try {
      if (!resume) await rm(partial, { force: true });
      const { done, bytes } = resume ? await readDone(partial) : { done: [], bytes: 0 };
      const file = await open(partial, 'a');
      await truncate(partial, bytes);
      return new BatchFile(path, file, done);
    } catch (error) {
      if (error instanceof Failure) throw error;
      throw writeFailure(path, error);
    }
  }

  async add(line: string): Promise<void> {
    try {
      await this.#file.appendFile(`${line}\n`);
    } catch (error) {
      throw writeFailure(this.#path, error);
    }
  }

  /** Call it after the last result. */
  async finish(): Promise<void> {
    try {
      await this.#file.sync();
      await rename(partialOf(this.#path), this.#path);
    } catch (error) {
      throw writeFailure(this.#path, error);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

function partialOf(path: string): string {
  return `${path}.partial`;
}

/** Returns the queries of the complete lines and their length, without a line cut off by a kill. */
async function readDone(partial: string): Promise<{ done: (string | null)[]; bytes: number }> {
  const done: (string | null)[] = [];
  let bytes = 0;
  const input = createReadStream(partial);
  let last: string | undefined;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (last !== undefined) bytes += take(last, done, partial);
      last = line;
    }
  } catch (error) {
    if (isFileMissing(error)) return { done, bytes };
    throw error;
  }
  const size = input.bytesRead;
  if (last !== undefined && bytes + Buffer.byteLength(last) + 1 === size) {
    bytes += take(last, done, partial);
  }
  return { done, bytes };
}

function take(line: string, done: (string | null)[], partial: string): number {
  try {
    const { query } = JSON.parse(line) as { query: string | null };
    done.push(query);
  } catch {
    throw invalidInput(
      `--resume: line ${done.length + 1} of ${partial} is not a result of a batch`,
      'Omit --resume to start over',
    );
  }
  return Buffer.byteLength(line) + 1;
}

function writeFailure(path: string, cause: unknown): Failure {
  const hint = `The results so far are in ${partialOf(path)}; --resume continues from there`;
  return outputFailure(`--output ${path} cannot be written`, cause, hint);
}
