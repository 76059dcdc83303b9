import type { TestRequest } from './test-request.ts';

/** The required response: 2xx, 4xx, or either 4xx or a closed TCP connection. */
export type ExpectedResponse = 'accepted' | 'rejected' | 'rejected_or_closed';

/** One rule for receivers, as a sequence of requests and the response that it requires. */
export interface Check {
  /** Stable identifier in snake case. */
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
