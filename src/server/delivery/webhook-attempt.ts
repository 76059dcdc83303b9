import type { Dispatcher } from 'undici';
import { retryAfter } from '../../contract/retry-after.ts';
import { errorCode } from '../../node/error-code.ts';
import { type AttemptOutcome, outcomeOfError, outcomeOfStatus } from './outcome.ts';

/** Maximum bytes of a response body. A longer body closes the TCP connection. */
const maxBodyLength = 16 * 1024;

/**
 * The undici handler of one attempt. The status code decides the outcome. The deadline starts
 * before connecting and also covers reading the body, which does not change the outcome.
 */
export class WebhookAttempt implements Dispatcher.DispatchHandler {
  readonly #now: () => number;
  readonly #settle: (outcome: AttemptOutcome) => void;
  readonly #deadline: NodeJS.Timeout;
  #controller: Dispatcher.DispatchController | undefined;
  #isTimedOut = false;
  #bodyLength = 0;

  /**
   * @param timeout milliseconds for the whole attempt
   * @param settle called with the outcome; it must ignore every call after the first
   * @param now the time, in milliseconds since the epoch
   */
  constructor(
    timeout: number,
    settle: (outcome: AttemptOutcome) => void,
    now: () => number = Date.now,
  ) {
    this.#now = now;
    this.#settle = settle;
    this.#deadline = setTimeout(() => {
      this.#isTimedOut = true;
      this.#settle(outcomeOfError('TIMEOUT'));
      this.#controller?.abort(new Error('the attempt timed out'));
    }, timeout);
  }

  /** Called before the request is sent. After the deadline, nothing is sent. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isTimedOut) controller.abort(new Error('the attempt timed out before connecting'));
  }

  onResponseStart(
    _: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const [header] = [headers['retry-after']].flat();
    this.#settle(outcomeOfStatus(status, retryAfter(header, this.#now())));
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bodyLength += chunk.length;
    if (this.#bodyLength > maxBodyLength) controller.abort(new Error('the response is too long'));
  }

  onResponseEnd(): void {
    clearTimeout(this.#deadline);
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    clearTimeout(this.#deadline);
    this.#settle(outcomeOfError(errorCode(error) ?? ''));
  }
}
