import type { StoredEvent } from './inbox-event.ts';

/** Processes the events of an inbox. */
export interface Handler {
  /** Maximum number of events handled at a time; may change. */
  readonly concurrency: number;
  /**
   * Resolves when the event is done and rejects if it must be retried. When the signal is aborted (on
   * a timeout or when the receiver stops), the handler releases its resources and rejects. Until then
   * the event is not retried, and the call counts toward `concurrency`.
   *
   * @throws {OutputClosedError} if no further event can be handled
   */
  handle(event: StoredEvent, options: { readonly signal: AbortSignal }): Promise<void>;
  /** Called when the receiver closes, after the last event; resolves when all output is written. */
  close?(): Promise<void>;
}

/** The handler's output is closed: the receiver stops and keeps the event for the next start. */
export class OutputClosedError extends Error {
  override readonly name = 'OutputClosedError';
}
