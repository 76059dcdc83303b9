import { errorMessage } from '../node/error-message.ts';
import type { Log } from '../node/log.ts';
import type { RequestRejection } from './request-rejection.ts';

/** Number of rejections of a reason in a minute that are logged with their details. */
const maxDetailed = 10;

const minute = 60_000;

/**
 * Logs rejected requests. Anybody can send them, so most of many are only counted: a line at the end
 * of the minute has their number.
 */
export class RejectionLog {
  readonly #log: Log;
  /** Numbers of rejections in the current minute by reason, of which there are a few. */
  #counts = new Map<string, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(log: Log) {
    this.#log = log;
  }

  /** @param error the cause, logged only for a 5xx */
  add({ status, code: reason, message }: RequestRejection, error: unknown): void {
    this.#timer ??= setTimeout(() => this.flush(), minute).unref();
    const count = (this.#counts.get(reason) ?? 0) + 1;
    this.#counts.set(reason, count);
    if (count > maxDetailed) return;
    const fields = { status, reason, message };
    if (status < 500) this.#log('warn', 'request rejected', fields);
    else this.#log('error', 'request failed', { ...fields, detail: errorMessage(error) });
  }

  /** Logs the numbers of rejections without a line of their own. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const counts = this.#counts;
    this.#counts = new Map();
    for (const [reason, count] of counts) {
      if (count <= maxDetailed) continue;
      this.#log('warn', 'more requests rejected', { reason, count: count - maxDetailed });
    }
  }
}
