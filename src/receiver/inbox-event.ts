/** A verified event to store. */
export interface InboxEvent {
  readonly id: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly received_at: number;
  /** Names and values in their original order, without hop-by-hop headers. */
  readonly headers: readonly (readonly [string, string])[];
  /** The original bytes. */
  readonly body: Uint8Array;
}

/** An event that a handler is working on. */
export interface ClaimedEvent extends InboxEvent {
  /** Position in the order of arrival. */
  readonly sequence: number;
  /** Earlier failures of the handler. */
  readonly failures: number;
}

/**
 * `received`: waiting for the handler; `handling`: passed to the handler; `done`: handled; `dead`:
 * failed too often.
 */
export type EventState = 'received' | 'handling' | 'done' | 'dead';

/** An event that is no longer retried because its handler failed too often. */
export interface DeadLetter {
  readonly id: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly received_at: number;
  readonly failures: number;
  readonly last_error: string | null;
}
