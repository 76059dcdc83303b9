/** A verified event to store. */
export interface InboxEvent {
  /** The id of the event. */
  readonly id: string;
  /** The type of the event, such as `news.alert`. */
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly received_at: number;
  /** Names and values in their original order, without hop-by-hop headers. */
  readonly headers: readonly (readonly [string, string])[];
  /** The original bytes. */
  readonly body: Uint8Array;
}

/** An event as it is passed to the handler. */
export interface StoredEvent extends InboxEvent {
  /** Position in the order of arrival. */
  readonly sequence: number;
  /** Number of times that the handler has failed so far. */
  readonly failures: number;
}

/** `received`: not handled yet; `done`: handled; `dead`: failed too often. */
export type EventState = 'received' | 'done' | 'dead';

/** An event that is no longer retried because its handler failed too often. */
export interface DeadLetter {
  /** The id of the event. */
  readonly id: string;
  /** The type of the event, such as `news.alert`. */
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly received_at: number;
  /** Number of times that the handler has failed. */
  readonly failures: number;
  /** The error of the last failure. */
  readonly last_error: string | null;
}
