import type { ClaimedDelivery, DeliverySettlement } from '../store/store.ts';
import type { AttemptOutcome } from './outcome.ts';
import { afterAttempt } from './retry-schedule.ts';

/**
 * What an attempt leaves behind.
 *
 * @param random in [0, 1)
 */
export function settlement(
  claim: ClaimedDelivery,
  outcome: AttemptOutcome,
  now: number,
  random: number,
): DeliverySettlement {
  const { event_id, lease_token } = claim;
  return { event_id, lease_token, progress: afterAttempt(claim, outcome, now, random) };
}
