import * as z from 'zod/mini';
import type { AlertRef } from '../../../../client/follow/alert-cursor.ts';
import { type AlertPage, toAlertPage } from '../../../../client/follow/alert-page.ts';
import type { RawClient } from '../../../../client/raw-client.ts';
import { schemaMismatch } from '../../../../client/schema-mismatch.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { maxLimit, timestampField } from '../../../../contract/shared-fields.ts';
import { ErrorResponse } from '../../../errors/error-response.ts';
import { Failure } from '../../../errors/failure.ts';
import { elementsUnder } from '../../../output/json-parts.ts';
import { compactJson } from '../../../output/json-text.ts';

const epoch = '1970-01-01T00:00:00.000Z';

/** An alert with its JSON on one line, otherwise as the service sent it. */
export interface AlertLine extends AlertRef {
  json: string;
}

/** The fields that `--follow` needs. */
const pageSchema = z.looseObject({
  alerts: z.array(
    z.looseObject({
      id: z.string(),
      created_at: timestampField(),
      monitor_id: z.optional(z.unknown()),
    }),
  ),
});

interface PagesOptions {
  /** Only alerts of this monitor (default: of all monitors). */
  monitorId: string | undefined;
  strict: boolean;
  signal: AbortSignal;
  warn(message: string): void;
}

/** Reads the list of alerts with documented parameters only. */
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
  async since(time: string | null): Promise<AlertPage<AlertLine>> {
    const start = time ?? epoch;
    const page = toAlertPage(await this.#read({ since: start }), start);
    if (page.warning !== undefined) this.#warn(page.warning);
    return page;
  }

  async #read(range: { since?: string }): Promise<AlertLine[]> {
    const { monitorId: monitor_id, signal, strict } = this.#options;
    const response = await this.#client.call(
      this.#operation,
      { limit: maxLimit, ...range, monitor_id },
      { signal },
    );
    if (response.status >= 400) throw new ErrorResponse(response);
    const mismatch = schemaMismatch(this.#operation, response.body);
    const page = pageSchema.safeParse(response.body);
    if (mismatch !== undefined && (strict || !page.success))
      throw new Failure('bad_response', mismatch);
    if (mismatch !== undefined) this.#warn(mismatch);
    if (monitor_id && page.data?.alerts.some((alert) => alert.monitor_id !== monitor_id)) {
      this.#warn('the service ignores --monitor: it returns alerts of other monitors too');
    }
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
