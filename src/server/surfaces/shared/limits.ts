/** Limits of every request, on every surface. docs/limits.md lists them. */
export const requestLimits = {
  /** Request line and headers, in bytes. Beyond: 431. */
  maxHeaderBytes: 16 * 1024,
  /** Number of headers. Beyond: 400. */
  maxHeaders: 100,
  /** Path and query, in bytes. Beyond: 400. */
  maxUrlBytes: 8 * 1024,
  /** Seconds until the headers of a request must have arrived. Beyond: 408. */
  maxHeaderSeconds: 10,
  /** Seconds until the whole request must have arrived. Beyond: 408. */
  maxRequestSeconds: 30,
  /**
   * Seconds without progress while a client reads a response. Checked at this interval, so up to twice
   * the time may pass. Beyond: the connection is closed.
   */
  maxUnreadSeconds: 30,
  /**
   * Requests of one connection that wait for their responses. They run one after another. Beyond: 429,
   * and the connection is closed.
   */
  maxPipelinedRequests: 10,
  /**
   * TCP connections of one address that wait for the client: for its next request, for the rest of
   * one, or to read a response. Beyond: the oldest is closed.
   */
  maxWaitingConnections: 256,
  /** Requests of one address that run at the same time. Beyond: they wait. */
  maxRunningPerAddress: 32,
  /** Requests of one address that wait to run. Beyond: 429. */
  maxQueuedPerAddress: 256,
  /** Calls of one account that run at the same time, on all surfaces. Beyond: they wait. */
  maxRunningPerAccount: 16,
  /** Calls of one account that wait to run. Beyond: 429. */
  maxQueuedPerAccount: 256,
  /** Bodies that are being received from all addresses, in bytes. Beyond: 503 for the oldest. */
  maxReceivedBytes: 32 * 1024 * 1024,
  /** Bodies that are being received from one address, in bytes. Beyond: 429 for the oldest. */
  maxReceivedBytesPerAddress: 16 * 1024 * 1024,
  /** Received bodies of requests without a response, in bytes. Beyond: 503. */
  maxHeldBytes: 64 * 1024 * 1024,
  /** Received bodies of requests of one account without a response, in bytes. Beyond: 429. */
  maxHeldBytesPerAccount: 16 * 1024 * 1024,
  /** Wrong keys, tokens, sessions and sign-in links of one address in a minute. Beyond: 429. */
  maxFailedAuthentications: 60,
} as const;
