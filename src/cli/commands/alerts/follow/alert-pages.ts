import * as z from 'zod/mini';
import type { RawClient } from '../../../../client/raw-client.ts';
import { schemaMismatch } from '../../../../client/schema-mismatch.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { maxLimit, timestampField } from '../../../../contract/shared-fields.ts';
import { ErrorResponse } from '../../../errors/error-response.ts';
import { Failure } from '../../../errors/failure.ts';
import { compactJson, elementsUnder } from '../../../output/json-text.ts';
import { type AlertRef, isBefore } from './alert-cursor.ts';

const epoch = '1970-01-01T00:00:00.000Z';

/** An alert with its JSON on one line, otherwise as the service sent it. */
export interface AlertLine extends AlertRef {
  json: string;
}

/** Alerts created at or after a time, oldest first. */
export interface AlertPage {
  alerts: AlertLine[];
  /** The time of the next page, RFC 3339; `undefined` if there is none yet. */
  next: string | undefined;
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

/**
 * Reads the list of alerts with documented parameters only. Services that list alerts newest first
 * even with `since` are supported, but return at most one page.
 */
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

  /** The newest alerts, newest first. */
  newest(): Promise<AlertLine[]> {
    return this.#read({});
  }

  /** @param time RFC 3339, inclusive; `null` for all alerts */
  async since(time: string | null): Promise<AlertPage> {
    const start = time ?? epoch;
    const alerts = await this.#read({ since: start });
    const [first, last] = [alerts[0], alerts.at(-1)];
    const isNewestFirst = first && last && isBefore(last, first.created_at);
    if (isNewestFirst) alerts.reverse();
    if (!last || alerts.length < maxLimit) return { alerts, next: undefined };
    if (isNewestFirst) {
      this.#warn(`the service lists only the newest ${maxLimit} alerts: older ones may be missing`);
      return { alerts, next: undefined };
    }
    const { created_at } = last;
    if (!isBefore({ created_at: start }, created_at)) {
      this.#warn(`more than ${maxLimit} alerts were created at ${created_at}: some may be missing`);
      return { alerts, next: new Date(Date.parse(created_at) + 1).toISOString() };
    }
    return { alerts, next: created_at };
  }

  async #read(range: { since?: string }): Promise<AlertLine[]> {
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
