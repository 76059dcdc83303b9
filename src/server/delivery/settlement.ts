import type { ClaimedDelivery, Settlement } from '../store/store.ts';
import type { Outcome } from './outcome.ts';
import { afterAttempt } from './retry-schedule.ts';

/**
 * What an attempt leaves behind.
 *
 * @param random in [0, 1)
 */
export function settlement(
  claim: ClaimedDelivery,
  outcome: Outcome,
  now: number,
  random: number,
): Settlement {
  const { event_id, lease_token } = claim;
  return { event_id, lease_token, progress: afterAttempt(claim, outcome, now, random) };
}
