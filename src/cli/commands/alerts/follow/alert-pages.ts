import * as z from 'zod/mini';
import type { RawClient } from '../../../../client/raw-client.ts';
import { schemaMismatch } from '../../../../client/schema-mismatch.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { maxLimit, timestampField } from '../../../../contract/shared-fields.ts';
import { ErrorResponse } from '../../../errors/error-response.ts';
import { Failure } from '../../../errors/failure.ts';
import { compactJson, elementsUnder } from '../../../output/json-text.ts';
import type { AlertCursor, AlertRef } from './alert-cursor.ts';

/** An alert with its JSON on one line, otherwise as the service sent it. */
export interface AlertLine extends AlertRef {
  json: string;
}

/** RFC 3339; both bounds are inclusive. */
interface TimeRange {
  since?: string;
  until?: string;
}

/** The fields that `--follow` needs. */
const pageSchema = z.looseObject({
  alerts: z.array(z.looseObject({ id: z.string(), created_at: timestampField() })),
});

interface PagesOptions {
  strict: boolean;
  signal: AbortSignal;
  warn(message: string): void;
}

/** Reads the list of alerts, which the service returns newest first, in pages. */
export class AlertPages {
  readonly #client: RawClient;
  readonly #operation: Operation;
  readonly #options: PagesOptions;
  readonly #warned = new Set<string>();

  constructor(client: RawClient, operation: Operation, options: PagesOptions) {
    this.#client = client;
    this.#operation = operation;
    this.#options = options;
  }

  /** The first page, newest first. */
  newest(): Promise<AlertLine[]> {
    return this.#page({});
  }

  /** All alerts that are new to the cursor, oldest first, from as many pages as needed. */
  async after(cursor: AlertCursor): Promise<AlertLine[]> {
    const { since } = cursor.position;
    const range: TimeRange = since === null ? {} : { since };
    const found = new Map<string, AlertLine>();
    for (let wasStuck = false; ; ) {
      const page = await this.#page(range);
      const sizeBefore = found.size;
      for (const alert of page) found.set(alert.id, alert);
      const oldest = page.at(-1);
      if (!oldest || page.length < maxLimit) break;
      const isStuck = found.size === sizeBefore;
      // An earlier `until` returned nothing new either: the service ignores it.
      if (isStuck && wasStuck) break;
      wasStuck = isStuck;
      range.until = isStuck ? this.#instantBefore(oldest) : oldest.created_at;
    }
    return [...found.values()].filter(({ id }) => !cursor.hasSeen(id)).reverse();
  }

  /** Skips past a page of alerts with one `created_at`: no request can return further ones. */
  #instantBefore({ created_at }: AlertRef): string {
    this.#warn(`more than ${maxLimit} alerts were created at ${created_at}: some may be missing`);
    return new Date(Date.parse(created_at) - 1).toISOString();
  }

  async #page(range: TimeRange): Promise<AlertLine[]> {
    const { signal, strict } = this.#options;
    const response = await this.#client.call(
      this.#operation,
      { limit: maxLimit, ...range },
      { signal },
    );
    if (response.status >= 400) throw new ErrorResponse(response);
    const mismatch = schemaMismatch(this.#operation, response.body);
    const page = pageSchema.safeParse(response.body);
    if (mismatch !== undefined && (strict || !page.success))
      throw new Failure('bad_response', mismatch);
    if (mismatch !== undefined) this.#warn(mismatch);
    const texts = elementsUnder(response.text, 'alerts');
    return (page.data?.alerts ?? []).map(({ id, created_at }, index) => {
      return { id, created_at, json: compactJson(texts[index] ?? '') };
    });
  }

  #warn(message: string): void {
    if (this.#warned.has(message)) return;
    this.#warned.add(message);
    this.#options.warn(message);
  }
}
