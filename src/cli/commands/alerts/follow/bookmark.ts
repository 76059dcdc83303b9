import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { timestampField } from '../../../../contract/shared-fields.ts';
import { writePrivateFileAtomically } from '../../../../node/atomic-file.ts';
import { userFolders } from '../../../config/user-folders.ts';
import { exitCode } from '../../../errors/exit-code.ts';
import { Failure, usageFailure } from '../../../errors/failure.ts';
import type { CursorPosition } from './alert-cursor.ts';

const bookmarkSchema = z.strictObject({
  /** Whose alerts they are: an origin, or `--local`. */
  service: z.optional(z.string()),
  since: z.nullable(timestampField()),
  seen: z.array(z.strictObject({ id: z.string(), created_at: timestampField() })),
});

/** A place in the list of alerts that outlives the process: a file of the user's data folder. */
export class Bookmark {
  readonly #path: string;
  readonly #service: string;

  private constructor(path: string, service: string) {
    this.#path = path;
    this.#service = service;
  }

  /**
   * @param service whose alerts they are: an origin, or `--local`
   * @throws {Failure} when the name cannot be a file's, or there is no place for the file
   */
  static async named(name: string, service: string): Promise<Bookmark> {
    if (!/^(?!\.+$)[A-Za-z0-9._-]{1,64}$/.test(name)) {
      throw usageFailure(
        'invalid_value',
        `--bookmark must be 1 to 64 of A-Z a-z 0-9 . _ - and not dots alone (got ${JSON.stringify(name.slice(0, 80))})`,
      );
    }
    return new Bookmark(join((await userFolders()).data, 'bookmarks', `${name}.json`), service);
  }

  /**
   * `undefined` where there is none yet.
   *
   * @throws {Failure} when the file is not a bookmark, cannot be read, or is of another service
   */
  async read(): Promise<CursorPosition | undefined> {
    const text = await readFile(this.#path, 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
      throw this.#unusable(`cannot be read (${error.code})`);
    });
    return text === undefined ? undefined : this.#placeIn(text);
  }

  /** Replaces the file whole or not at all. */
  async save(place: CursorPosition): Promise<void> {
    try {
      await writePrivateFileAtomically(
        this.#path,
        JSON.stringify({ service: this.#service, ...place }),
      );
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      throw new Failure(
        {
          error: 'bookmark_not_saved',
          kind: 'internal',
          message: `the bookmark ${this.#path} cannot be written (${code})`,
          hint: 'Make room there or give the folder back to its owner; XDG_DATA_HOME moves it',
          exitCode: exitCode.unexpected,
        },
        { cause },
      );
    }
  }

  #placeIn(text: string): CursorPosition {
    const { service, ...place } = this.#parse(text);
    if (service === undefined || service === this.#service) return place;
    throw usageFailure(
      'other_service',
      `the bookmark ${this.#path} is of ${service}, and not of ${this.#service}`,
      'Choose another name for --bookmark',
    );
  }

  #parse(text: string): z.infer<typeof bookmarkSchema> {
    try {
      return bookmarkSchema.parse(JSON.parse(text));
    } catch {
      throw this.#unusable('is not a bookmark, or is damaged');
    }
  }

  #unusable(why: string): Failure {
    return usageFailure(
      'bad_bookmark',
      `the bookmark ${this.#path} ${why}`,
      'Delete the file to start anew; --since then says from when',
    );
  }
}
