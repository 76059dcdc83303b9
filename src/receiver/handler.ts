import type { ClaimedEvent } from './inbox-event.ts';

/** What is done with each event after it was accepted. */
export interface Handler {
  /** How many events it takes at a time. */
  readonly concurrency: number;
  /**
   * Resolves once the event is dealt with, and rejects where it has to come again. An abort of the
   * signal means that its time is over: it lets go of everything and rejects.
   *
   * @throws {OutputClosedError} when no event can ever be handled again
   */
  handle(event: ClaimedEvent, time: { readonly signal: AbortSignal }): Promise<void>;
}

/** Nobody takes the events any more: the receiver ends, and this one is kept for the next. */
export class OutputClosedError extends Error {
  override readonly name = 'ReaderGone';
}
