import { type FileHandle, open, rm } from 'node:fs/promises';
import type { ServiceResponse } from '../../client/raw-client.ts';
import { usageFailure } from '../errors/failure.ts';
import type { Shell } from '../shell.ts';

/**
 * Takes the signing secret of a new connection out of what is printed and into a file. The file is
 * made before the request, for its owner alone: what the service shows once must not find itself
 * without a place.
 */
export class SecretFile {
  readonly #path: string;
  readonly #file: FileHandle;
  #kept = false;

  private constructor(path: string, file: FileHandle) {
    this.#path = path;
    this.#file = file;
  }

  /** @throws {Failure} when the file is there already, or cannot be made */
  static async at(path: string): Promise<SecretFile> {
    try {
      return new SecretFile(path, await open(path, 'wx', 0o600));
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      const why = code === 'EEXIST' ? 'is there already' : `cannot be made (${code})`;
      throw usageFailure(
        'invalid_value',
        `--secret-file ${path} ${why}; nothing was sent`,
        'Name a new file in a folder of yours',
      );
    }
  }

  /** Writes the secret of an answer down to the disk; where that fails, it stays in what is printed. */
  async keep(
    { status, body }: Pick<ServiceResponse, 'status' | 'body'>,
    { output }: Shell,
  ): Promise<void> {
    const secret = (body as { signing_secret?: unknown } | null)?.signing_secret;
    if (status >= 300 || typeof secret !== 'string' || secret === '') return;
    try {
      await this.#file.writeFile(secret);
      await this.#file.sync();
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      output.note(`newswatch: ${this.#path} cannot be written (${code}): the secret is on stdout`);
      return;
    }
    this.#kept = true;
    output.conceal(secret, 1);
    output.note(`newswatch: the signing secret is in ${this.#path}, and nowhere else`);
  }

  /** Nothing of the file stays where no secret came. */
  async close(): Promise<void> {
    await this.#file.close();
    if (!this.#kept) await rm(this.#path, { force: true });
  }
}
