/** The times of a range in milliseconds. */
export function toPeriod({
  since,
  until,
}: {
  since?: string | undefined;
  until?: string | undefined;
}): { since?: number; until?: number } {
  return {
    ...(since !== undefined && { since: Date.parse(since) }),
    ...(until !== undefined && { until: Date.parse(until) }),
  };
}
