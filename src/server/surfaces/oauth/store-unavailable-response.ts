/** What a client is told while the store is away (RFC 6749, 4.1.2.1). */
export const storeAway = {
  error: 'temporarily_unavailable',
  description: 'the service cannot reach its store; try again',
  /** Seconds. */
  retryAfter: 5,
} as const;
