/** Where the server takes the time from, so that a test can pass 27 hours at once. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };
