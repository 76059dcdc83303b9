import type { Dispatcher } from 'undici';
import { retryAfter } from '../../contract/retry-after.ts';
import { errorCode } from '../../node/system-error.ts';
import { type AttemptOutcome, outcomeOfError, outcomeOfStatus } from './outcome.ts';

/** Bytes of a response body that are read to keep the TCP connection; a longer body closes it. */
const maxBodyLength = 16 * 1024;

/**
 * The handler of one request. The outcome is known with the status code; the deadline starts before
 * there is a TCP connection and also covers reading the body, which no longer changes the outcome.
 */
export class WebhookAttempt implements Dispatcher.DispatchHandler {
  readonly #settle: (outcome: AttemptOutcome) => void;
  readonly #deadline: NodeJS.Timeout;
  #request: Dispatcher.DispatchController | undefined;
  #isTimedOut = false;
  #bodyLength = 0;

  /**
   * @param timeout milliseconds for the whole attempt
   * @param settle called with the outcome; it must ignore every call after the first
   */
  constructor(timeout: number, settle: (outcome: AttemptOutcome) => void) {
    this.#settle = settle;
    this.#deadline = setTimeout(() => {
      this.#isTimedOut = true;
      this.#settle(outcomeOfError('TIMEOUT'));
      this.#request?.abort(new Error('the attempt timed out'));
    }, timeout);
  }

  /** Called when there is a TCP connection. After the deadline nothing is sent. */
  onRequestStart(request: Dispatcher.DispatchController): void {
    this.#request = request;
    if (this.#isTimedOut) request.abort(new Error('the attempt timed out before it was connected'));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const [header] = [headers['retry-after']].flat();
    this.#settle(outcomeOfStatus(status, retryAfter(header, Date.now())));
  }

  onResponseData(request: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyLength += chunk.length;
    if (this.#bodyLength > maxBodyLength) request.abort(new Error('the response body is too long'));
  }

  onResponseEnd(): void {
    clearTimeout(this.#deadline);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#deadline);
    this.#settle(outcomeOfError(errorCode(error) ?? ''));
  }
}
