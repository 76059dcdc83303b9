/** Limits of the HTTP API. docs/limits.md lists them. */
export const httpLimits = {
  /** Body, in bytes. Beyond: 413. */
  maxBodyBytes: 1024 * 1024,
  /** Objects and arrays inside each other in a body. Beyond: 400. */
  maxDepth: 32,
  /** Members and elements at every level of a body. Beyond: 400. */
  maxValues: 10_000,
  /** Number of query parameters. Beyond: 400. */
  maxParameters: 50,
} as const;
