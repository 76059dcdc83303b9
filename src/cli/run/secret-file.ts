import { type FileHandle, open, rm } from 'node:fs/promises';
import { restrictToOwner } from '../../node/private-access.ts';
import { describeSystemError } from '../../node/system-error.ts';
import { invalidInput } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/** In characters; secrets are shorter. */
const reservedLength = 256;

/**
 * Saves the secret of a response to a file and removes it from all output. The file is created
 * before the request, readable only by its owner, because the service returns the secret only once.
 */
export class SecretFile {
  readonly #path: string;
  readonly #file: FileHandle;
  #isSaved = false;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws {Failure} if the file exists or cannot be created */
  static async create(path: string): Promise<SecretFile> {
    let file: FileHandle | undefined;
    try {
      file = await open(path, 'wx', 0o600);
      restrictToOwner(path, 'file');
      // A full disk must fail before the request.
      await file.writeFile(' '.repeat(reservedLength));
      await file.sync();
      return new SecretFile(path, file);
    } catch (error) {
      if (file) await new SecretFile(path, file).close();
      throw invalidInput(
        `--secret-file ${path} cannot be created: ${describeSystemError(error)}; nothing was sent`,
        'Choose a new file in a folder that you can write to',
      );
    }
  }

  /** Saves the secret. If that fails, the secret stays in the output. */
  async save(secret: unknown, { output }: Shell): Promise<void> {
    if (typeof secret !== 'string' || secret === '') return;
    try {
      await this.#file.write(secret, 0);
      await this.#file.truncate(Buffer.byteLength(secret));
      await this.#file.sync();
    } catch (error) {
      const reason = describeSystemError(error);
      output.note(`newswatch: ${this.#path} cannot be written: ${reason}; the secret is on stdout`);
      return;
    }
    this.#isSaved = true;
    output.conceal(secret, 1);
    output.note(`newswatch: the signing secret was saved to ${this.#path}`);
  }

  /** Deletes the file if no secret was saved. */
  async close(): Promise<void> {
    await this.#file.close();
    if (!this.#isSaved) await rm(this.#path, { force: true });
  }
}
