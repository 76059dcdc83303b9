import { join } from 'node:path';
import * as z from 'zod/mini';
import type { CursorPosition } from '../../../../client/follow/alert-cursor.ts';
import { timestampField } from '../../../../contract/shared-fields.ts';
import { writePrivateFileAtomically } from '../../../../node/atomic-file.ts';
import { readTextFile } from '../../../../node/read-text-file.ts';
import { describeSystemError, isFileMissing } from '../../../../node/system-error.ts';
import { userFolders } from '../../../config/user-folders.ts';
import { Failure, invalidValue } from '../../../errors/failure.ts';

const bookmarkSchema = z.strictObject({
  /** The service that the alerts come from: an origin, or `--local`. */
  service: z.string(),
  since: z.nullable(timestampField()),
  seen: z.array(z.strictObject({ id: z.string(), created_at: timestampField() })),
});

/** A position in the list of alerts, saved to a file in the user's data folder. */
export class Bookmark {
  readonly #path: string;
  readonly #service: string;

  private constructor(path: string, service: string) {
    this.#path = path;
    this.#service = service;
  }

  /**
   * @param service the service that the alerts come from: an origin, or `--local`
   * @throws {Failure} if the name is not allowed, or there is no data folder
   */
  static async named(name: string, service: string): Promise<Bookmark> {
    if (!/^(?!\.+$)[A-Za-z0-9._-]{1,64}$/.test(name)) {
      throw invalidValue('--bookmark', '1 to 64 of A-Z a-z 0-9 . _ - and not only dots', name);
    }
    return new Bookmark(join((await userFolders()).data, 'bookmarks', `${name}.json`), service);
  }

  /**
   * Returns `undefined` if there is no file yet.
   *
   * @throws {Failure} if the file cannot be read, is invalid, or is for another service
   */
  async read(): Promise<CursorPosition | undefined> {
    const text = await readTextFile(this.#path).catch((error: unknown) => {
      if (isFileMissing(error)) return undefined;
      throw this.#unusable(`cannot be read: ${describeSystemError(error)}`);
    });
    if (text === undefined) return undefined;
    const { service, ...position } = this.#parse(text);
    if (service === this.#service) return position;
    const message = `the bookmark ${this.#path} is for ${service}, not for ${this.#service}`;
    throw new Failure('other_service', message);
  }

  /** Replaces the file atomically. */
  async save(position: CursorPosition): Promise<void> {
    const text = JSON.stringify({ service: this.#service, ...position });
    try {
      await writePrivateFileAtomically(this.#path, text);
    } catch (cause) {
      const message = `the bookmark ${this.#path} cannot be written: ${describeSystemError(cause)}`;
      throw new Failure('bookmark_not_saved', message, { cause });
    }
  }

  #parse(text: string): z.infer<typeof bookmarkSchema> {
    try {
      return bookmarkSchema.parse(JSON.parse(text));
    } catch {
      throw this.#unusable('is invalid or damaged');
    }
  }

  #unusable(reason: string): Failure {
    return new Failure('bad_bookmark', `the bookmark ${this.#path} ${reason}`);
  }
}
