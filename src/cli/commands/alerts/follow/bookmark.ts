import { join } from 'node:path';
import * as z from 'zod/mini';
import type { CursorPosition } from '../../../../client/follow/alert-cursor.ts';
import { timestampField } from '../../../../contract/shared-fields.ts';
import { writePrivateFileAtomically } from '../../../../node/atomic-file.ts';
import { readTextFile } from '../../../../node/read-text-file.ts';
import { describeSystemError, isFileMissing } from '../../../../node/system-error.ts';
import { userFolders } from '../../../config/user-folders.ts';
import { Failure, invalidInput, invalidValue } from '../../../errors/failure.ts';

const bookmarkSchema = z.strictObject({
  /** The service that the alerts come from: an origin, or `--local`. */
  service: z.string(),
  /** The monitor whose alerts are followed; `null` for all monitors. */
  monitor_id: z.nullable(z.string()),
  since: z.nullable(timestampField()),
  seen: z.array(z.strictObject({ id: z.string(), created_at: timestampField() })),
});

type FollowedList = Pick<z.infer<typeof bookmarkSchema>, 'service' | 'monitor_id'>;

/** A position in the list of alerts, saved to a file in the user's data folder. */
export class Bookmark {
  readonly #path: string;
  readonly #list: FollowedList;

  private constructor(path: string, list: FollowedList) {
    this.#path = path;
    this.#list = list;
  }

  /**
   * @throws {Failure} if the name is not allowed, or there is no data folder
   */
  static async named(name: string, list: FollowedList): Promise<Bookmark> {
    if (!/^(?!\.+$)[A-Za-z0-9._-]{1,64}$/.test(name)) {
      throw invalidValue('--bookmark', '1 to 64 of A-Z a-z 0-9 . _ - and not only dots', name);
    }
    return new Bookmark(join((await userFolders()).data, 'bookmarks', `${name}.json`), list);
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
    const { service, monitor_id, ...position } = this.#parse(text);
    if (service !== this.#list.service) {
      const message = `the bookmark ${this.#path} is for ${service}, not for ${this.#list.service}`;
      throw new Failure('other_service', message);
    }
    if (monitor_id !== this.#list.monitor_id) {
      const followed = monitor_id === null ? 'all monitors' : `the monitor ${monitor_id}`;
      throw invalidInput(
        `the bookmark ${this.#path} is for the alerts of ${followed}`,
        'Use another name for --bookmark, or follow the same alerts',
      );
    }
    return position;
  }

  /** Replaces the file atomically. */
  async save(position: CursorPosition): Promise<void> {
    const text = JSON.stringify({ ...this.#list, ...position });
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
