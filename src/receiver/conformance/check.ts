import type { Probe } from './test-request.ts';

/** How a receiver must answer: with 2xx, with a 4xx, or with a 4xx or a cut connection. */
export type Expected = 'accepted' | 'refused' | 'refused_or_cut';

/** One rule for receivers, as a request and the answer that it must get. */
export interface Check {
  /** Snake case, stable. */
  readonly name: string;
  /** The rule, in words. */
  readonly rule: string;
  readonly expected: Expected;
  /** The requests, in order; the last one's answer counts. */
  readonly probes: (secrets: readonly string[], now: number) => Probe[];
}
