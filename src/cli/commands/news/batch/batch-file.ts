import { createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm, stat, truncate } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { Failure, invalidInput, outputFailure } from '../../../errors/failure.ts';

/**
 * Writes the results of a batch to `FILE.partial`, which is renamed to FILE at the end. An
 * interrupted run leaves the partial file, so that `--resume` can continue it.
 */
export class BatchFile {
  readonly #path: string;
  readonly #file: FileHandle;
  /** The queries with results of earlier runs, in order; `null` for a line without a query. */
  readonly done: readonly (string | null)[];

  private constructor(path: string, file: FileHandle, done: readonly (string | null)[]) {
    this.#path = path;
    this.#file = file;
    this.done = done;
  }

  /**
   * @param resume whether to continue the partial file of an earlier run
   * @throws {Failure} if the file cannot be written, or the partial file is not from a batch
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

  /** Renames the partial file to FILE. Call it after the last result. */
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

/** Returns the queries and the bytes of all complete lines; a kill may cut off the last one. */
async function readDone(partial: string): Promise<{ done: (string | null)[]; bytes: number }> {
  const done: (string | null)[] = [];
  let bytes = 0;
  if (!existsSync(partial)) return { done, bytes };
  const { size } = await stat(partial);
  for await (const line of createInterface({ input: createReadStream(partial) })) {
    const end = bytes + Buffer.byteLength(line) + 1;
    if (end > size) break;
    done.push(queryOf(line, `line ${done.length + 1} of ${partial}`));
    bytes = end;
  }
  return { done, bytes };
}

function queryOf(line: string, place: string): string | null {
  try {
    return (JSON.parse(line) as { query: string | null }).query;
  } catch {
    const message = `--resume: ${place} is not a result of a batch`;
    throw invalidInput(message, 'Omit --resume to start over');
  }
}

function writeFailure(path: string, cause: unknown): Failure {
  const hint = `The results so far are in ${partialOf(path)}; --resume continues from there`;
  return outputFailure(`--output ${path} cannot be written`, cause, hint);
}
