import * as z from 'zod/mini';
import {
  type RawClient,
  type ServiceResponse,
  schemaMismatch,
} from '../../../../client/raw-client.ts';
import type { Operation } from '../../../../contract/operation.ts';
import { maxLimit, timestampField } from '../../../../contract/shared-fields.ts';
import { schemaFailure } from '../../../errors/failure.ts';
import { compactJson, elementsUnder } from '../../../output/json-text.ts';
import type { AlertCursor, AlertRef } from './alert-cursor.ts';

/** An alert with its JSON as it was sent, on one line. */
export interface AlertLine extends AlertRef {
  json: string;
}

/** RFC 3339, both inclusive. */
interface Range {
  since?: string;
  until?: string;
}

/** The service answered with an error of its own. */
export class AlertPageError extends Error {
  override readonly name = 'AlertPageError';
  readonly response: ServiceResponse;

  constructor(answer: ServiceResponse) {
    super(`the service answered ${answer.status}`);
    this.response = answer;
  }
}

/** What following cannot do without. */
const pageSchema = z.looseObject({
  alerts: z.array(z.looseObject({ id: z.string(), created_at: timestampField() })),
});

interface PagesOptions {
  strict: boolean;
  signal: AbortSignal;
  warn(message: string): void;
}

/** Reads the list of alerts, which the service gives newest first and by the page. */
export class AlertPages {
  readonly #caller: RawClient;
  readonly #operation: Operation;
  readonly #options: PagesOptions;
  readonly #warned = new Set<string>();

  constructor(caller: RawClient, operation: Operation, options: PagesOptions) {
    this.#caller = caller;
    this.#operation = operation;
    this.#options = options;
  }

  /** The newest alerts, newest first. */
  newest(): Promise<AlertLine[]> {
    return this.#page({});
  }

  /** Every alert that is new to the cursor, oldest first, however many pages they fill. */
  async after(cursor: AlertCursor): Promise<AlertLine[]> {
    const { since } = cursor.position;
    const range: Range = since === null ? {} : { since };
    const found = new Map<string, AlertLine>();
    for (let stuck = false; ; ) {
      const page = await this.#page(range);
      const known = found.size;
      for (const record of page) found.set(record.id, record);
      const oldest = page.at(-1);
      if (!oldest || page.length < maxLimit) break;
      const isStuck = found.size === known;
      // Not even an earlier bound helped: the service knows no `until`.
      if (isStuck && stuck) break;
      stuck = isStuck;
      range.until = stuck ? this.#instantBefore(oldest) : oldest.created_at;
    }
    return [...found.values()].filter(({ id }) => !cursor.hasSeen(id)).reverse();
  }

  /** Past a page that is one instant: what else came in that instant cannot be asked for. */
  #instantBefore({ created_at }: AlertRef): string {
    this.#warn(`no way past ${maxLimit} alerts back from ${created_at}: some may be missing`);
    return new Date(Date.parse(created_at) - 1).toISOString();
  }

  async #page(range: Range): Promise<AlertLine[]> {
    const { signal, strict } = this.#options;
    const input = { limit: maxLimit, ...range };
    const answer = await this.#caller.call(this.#operation, input, { signal });
    if (answer.status >= 400) throw new AlertPageError(answer);
    const mismatch = schemaMismatch(this.#operation, answer.body);
    const page = pageSchema.safeParse(answer.body);
    if (mismatch !== undefined && (strict || !page.success)) throw schemaFailure(mismatch);
    if (mismatch !== undefined) this.#warn(mismatch);
    const texts = elementsUnder(answer.text, 'alerts');
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
