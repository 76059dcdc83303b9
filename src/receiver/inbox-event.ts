/** An event that was verified and is to be kept. */
export interface InboxEvent {
  readonly id: string;
  readonly type: string;
  /** Milliseconds since the epoch. */
  readonly received_at: number;
  /** Names and values as they came, in order, less those of the connection itself. */
  readonly headers: readonly (readonly [string, string])[];
  /** The exact bytes. */
  readonly body: Uint8Array;
}

/** An event that a handler has been given. */
export interface ClaimedEvent extends InboxEvent {
  readonly sequence: number;
  /** How often a handler has failed on it before. */
  readonly failures: number;
}

/** An event that was set aside because its handler kept failing. */
export interface DeadLetter {
  readonly id: string;
  readonly type: string;
  readonly received_at: number;
  readonly failures: number;
  readonly last_error: string | null;
}
