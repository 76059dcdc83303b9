import type { Dispatcher } from 'undici';
import { deliveryTimeout } from '../../contract/events.ts';
import { retryAfter } from '../../contract/retry-after.ts';
import { type AttemptOutcome, outcomeOfError, outcomeOfStatus } from './outcome.ts';

/** Bytes of an answer that are read so that its connection can be kept; the rest is cut off. */
const largestAnswer = 16 * 1024;

/**
 * What becomes of one request. Its time begins when it is made, before there is a connection, and
 * goes on over what is read of the answer's body: that changes nothing any more, its failure neither.
 */
export class WebhookAttempt implements Dispatcher.DispatchHandler {
  readonly #end: (outcome: AttemptOutcome) => void;
  readonly #deadline: NodeJS.Timeout;
  #request: Dispatcher.DispatchController | undefined;
  #late = false;
  #length = 0;

  /** @param end told once what the outcome is; what it is told later, it must ignore */
  constructor(end: (outcome: AttemptOutcome) => void) {
    this.#end = end;
    this.#deadline = setTimeout(() => {
      this.#late = true;
      this.#end(outcomeOfError('TIMEOUT'));
      this.#request?.abort(new Error('no answer in time'));
    }, deliveryTimeout);
  }

  /** There is a connection. What is too late by then is never sent. */
  onRequestStart(request: Dispatcher.DispatchController): void {
    this.#request = request;
    if (this.#late) request.abort(new Error('no connection in time'));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    this.#end(outcomeOfStatus(status, retryAfter(oneOf(headers['retry-after']), Date.now())));
  }

  onResponseData(request: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#length += chunk.length;
    if (this.#length > largestAnswer) request.abort(new Error('the answer is too long'));
  }

  onResponseEnd(): void {
    clearTimeout(this.#deadline);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#deadline);
    this.#end(outcomeOfError((error as NodeJS.ErrnoException).code ?? ''));
  }
}

const oneOf = (values: string | string[] | undefined) =>
  Array.isArray(values) ? values[0] : values;
