import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Log } from '../node/log.ts';
import { explainSteps } from '../webhooks/explain/explain.ts';
import type { VerifyOptions } from '../webhooks/signed-request.ts';
import { hmacSync } from '../webhooks/sync/hmac-sync.ts';
import type { WebhookError } from '../webhooks/webhook-error.ts';

/** Maximum number of requests that are explained in a minute. */
const maxPerMinute = 6;

/** Cost of the steps in one turn of the event loop, in bytes: about a millisecond. */
const sliceCost = 262_144;

/**
 * Logs why the signatures of rejected requests do not match. Anybody can send such requests, so only
 * a few are explained, one at a time, after the response and in slices between other work.
 */
export class MismatchLog {
  readonly #log: Log;
  #isBusy = false;
  #minuteEndsAt = 0;
  #leftInMinute = 0;

  constructor(log: Log) {
    this.#log = log;
  }

  /** Returns immediately. */
  add(request: VerifyOptions, mismatch: WebhookError): void {
    if (this.#isBusy || !this.#takeTurn()) return;
    this.#isBusy = true;
    void this.#explain(request, mismatch).finally(() => {
      this.#isBusy = false;
    });
  }

  #takeTurn(): boolean {
    if (performance.now() >= this.#minuteEndsAt) {
      this.#minuteEndsAt = performance.now() + 60_000;
      this.#leftInMinute = maxPerMinute;
    }
    this.#leftInMinute -= 1;
    return this.#leftInMinute >= 0;
  }

  async #explain(request: VerifyOptions, mismatch: WebhookError): Promise<void> {
    await nextTurn();
    const steps = explainSteps(request, mismatch);
    let cost = 0;
    let step = steps.next();
    while (!step.done) {
      const { cost: stepCost, hmac } = step.value;
      cost += stepCost;
      if (cost >= sliceCost) {
        cost = 0;
        await nextTurn();
      }
      step = steps.next(hmac && hmacSync(hmac));
    }
    const diagnosis = step.value.findings.map(({ message }) => message);
    this.#log('warn', 'signature mismatch explained', { diagnosis });
  }
}
