import { createReadStream } from 'node:fs';
import { type FileHandle, open, rename, rm, truncate } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { exitCode } from '../../../errors/exit-code.ts';
import { Failure, usageFailure } from '../../../errors/failure.ts';

/**
 * The results of a batch on their way into a file: they gather beside it, so that a run that is
 * stopped can be gone on with, and the file itself is there only once it is whole.
 */
export class BatchFile {
  readonly #path: string;
  readonly #file: FileHandle;
  /** The queries of the results that are there already, in their order. */
  readonly done: readonly (string | null)[];

  private constructor(path: string, file: FileHandle, done: readonly (string | null)[]) {
    this.#path = path;
    this.#file = file;
    this.done = done;
  }

  /**
   * @param resume whether to go on with what a run before has left
   * @throws {Failure} when it cannot be written, or what is there is no batch's
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
      throw lost(path, error);
    }
  }

  async add(line: string): Promise<void> {
    try {
      await this.#file.appendFile(`${line}\n`);
    } catch (error) {
      throw lost(this.#path, error);
    }
  }

  /** All results are there. */
  async finish(): Promise<void> {
    try {
      await this.#file.sync();
      await rename(partialOf(this.#path), this.#path);
    } catch (error) {
      throw lost(this.#path, error);
    }
  }

  async close(): Promise<void> {
    await this.#file.close();
  }
}

function partialOf(path: string): string {
  return `${path}.partial`;
}

/** What a kill may have left behind the last whole line is cut off. */
async function readDone(partial: string): Promise<{ done: (string | null)[]; bytes: number }> {
  const done: (string | null)[] = [];
  let bytes = 0;
  const input = createReadStream(partial);
  let pending: string | undefined;
  try {
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
      if (pending !== undefined) bytes += take(pending, done, partial);
      pending = line;
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { done, bytes };
    throw error;
  }
  const size = input.bytesRead;
  if (pending !== undefined && bytes + Buffer.byteLength(pending) + 1 === size) {
    bytes += take(pending, done, partial);
  }
  return { done, bytes };
}

function take(line: string, done: (string | null)[], partial: string): number {
  try {
    const { query } = JSON.parse(line) as { query: string | null };
    done.push(query);
  } catch {
    throw usageFailure(
      'invalid_value',
      `--resume: line ${done.length + 1} of ${partial} is no result of a batch`,
      'Leave --resume out to start anew',
    );
  }
  return Buffer.byteLength(line) + 1;
}

function lost(path: string, cause: unknown): Failure {
  const { code } = cause as NodeJS.ErrnoException;
  return new Failure(
    {
      error: 'output_lost',
      kind: 'internal',
      message: `--output ${path} cannot be written (${code})`,
      hint: `What is there already is in ${partialOf(path)}; --resume goes on with it`,
      exitCode: exitCode.unexpected,
    },
    { cause },
  );
}
