/** Nothing is ever put off for longer (ms): what claims to be was written by a clock that has jumped. */
export const furthestAhead = 12 * 3_600_000;

/** Deliveries that wait for an attempt, as the partial indexes have them. */
export const waiting = 'due_at IS NOT NULL AND lease_token IS NULL';

/**
 * The connections in the order in which they get a place: who has the fewest in flight, and of those
 * who was given first. Endpoints that never answer cannot keep all the places.
 */
export function inTurn<Due>(
  due: readonly Due[],
  idOf: (due: Due) => string,
  inFlight: ReadonlyMap<string, number>,
): Due[] {
  const taken = (each: Due) => inFlight.get(idOf(each)) ?? 0;
  return [...due].sort((one, other) => taken(one) - taken(other));
}
