import { constants, createReadStream, existsSync } from 'node:fs';
import { type FileHandle, open, rm, stat, truncate } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { resolveTarget } from '../../../../node/atomic-file.ts';
import { FileLockedError, lockFile } from '../../../../node/file-lock.ts';
import { renameFile } from '../../../../node/rename-file.ts';
import { Failure, invalidInput, outputFailure } from '../../../errors/failure.ts';

/** A FIFO with the name of the partial file must not block. */
const appendFlags =
  constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NONBLOCK ?? 0);

/**
 * Writes the results of a batch to `FILE.partial`, which is renamed to FILE at the end. An
 * interrupted run leaves the partial file, so that `--resume` can continue it.
 */
export class BatchFile {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #unlock: () => void;
  /** The queries with results of earlier runs, in order; `null` for a line without a query. */
  readonly done: readonly (string | null)[];

  private constructor(
    path: string,
    { file, done, unlock }: { file: FileHandle; done: (string | null)[]; unlock: () => void },
  ) {
    this.#path = path;
    this.#file = file;
    this.#unlock = unlock;
    this.done = done;
    this.isPartial = done.length > 0;
  }

  /**
   * @param resume whether to continue the partial file of an earlier run
   * @throws {Failure} if the file cannot be written, another process writes it, or the partial file is not from
   *   a batch
   */
  static async open(path: string, resume: boolean): Promise<BatchFile> {
    let unlock = () => {};
    try {
      const { target, stats } = await resolveTarget(path);
      if (stats && !stats.isFile()) throw notRegular(path);
      const partial = partialOf(target);
      unlock = await lockFile(partial);
      if (!resume) await rm(partial, { force: true });
      const { done, bytes } = resume ? await readDone(partial) : { done: [], bytes: 0 };
      const file = await open(partial, appendFlags);
      await truncate(partial, bytes);
      return new BatchFile(target, { file, done, unlock });
    } catch (error) {
      unlock();
      if (error instanceof FileLockedError) throw locked(path, error);
      if (error instanceof Failure) throw error;
      throw writeFailure(path, error);
    }
  }

  /** Whether the partial file has results, and was not renamed. */
  isPartial: boolean;

  /** Where the results are until the last one. */
  get partial(): string {
    return partialOf(this.#path);
  }

  async add(line: string): Promise<void> {
    try {
      await this.#file.appendFile(`${line}\n`);
      this.isPartial = true;
    } catch (error) {
      throw writeFailure(this.#path, error);
    }
  }

  /** Renames the partial file to FILE. Call it after the last result. */
  async finish(): Promise<void> {
    try {
      await this.#file.sync();
      await this.#file.close();
      await renameFile(this.partial, this.#path);
      this.isPartial = false;
    } catch (error) {
      throw writeFailure(this.#path, error);
    }
  }

  async close(): Promise<void> {
    this.#unlock();
    await this.#file.close();
  }
}

function notRegular(path: string): Failure {
  return invalidInput(
    `--output ${path} must be a regular file with --batch`,
    'Omit --output to write to stdout',
  );
}

function locked(path: string, { message }: FileLockedError): Failure {
  return invalidInput(
    `--output ${path}: ${message}`,
    'Wait for that batch, or write to another file',
  );
}

function partialOf(path: string): string {
  return `${path}.partial`;
}

/** Returns the queries and the bytes of all complete lines; a kill may cut off the last one. */
async function readDone(partial: string): Promise<{ done: (string | null)[]; bytes: number }> {
  const done: (string | null)[] = [];
  let bytes = 0;
  if (!existsSync(partial)) return { done, bytes };
  const stats = await stat(partial);
  if (!stats.isFile()) throw notRegular(partial);
  const { size } = stats;
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
