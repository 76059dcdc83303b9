import type { TestRequest } from './test-request.ts';

/** The response a receiver must give: a 2xx, a 4xx, or a 4xx or a connection that it closes. */
export type ExpectedResponse = 'accepted' | 'rejected' | 'rejected_or_closed';

/** One rule for receivers, as requests and the response they must get. */
export interface Check {
  /** Snake case, stable. */
  readonly name: string;
  /** The rule in words. */
  readonly rule: string;
  readonly expected: ExpectedResponse;
  /**
   * The requests in order; the response to the last one counts.
   *
   * @param now milliseconds since the epoch
   */
  readonly requests: (secrets: readonly string[], now: number) => TestRequest[];
}
