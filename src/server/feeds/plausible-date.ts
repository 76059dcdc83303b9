import type { NewsEntry } from './news-entry.ts';

/** Milliseconds that a date may be ahead: clocks and time zones of publishers are sometimes wrong. */
const maxAhead = 24 * 3_600_000;

/**
 * The entry without its date if that is more than a day ahead.
 *
 * @param now in milliseconds
 */
export function withPlausibleDate(entry: NewsEntry, now: number): NewsEntry {
  if ('rejection' in entry) return entry;
  const { item, where } = entry;
  const { publication_date } = item;
  if (publication_date === null || publication_date <= now + maxAhead) return entry;
  const reason = `its date is more than a day ahead (${new Date(publication_date).toISOString()})`;
  return { where, item: { ...item, publication_date: null }, dateProblem: { where, reason } };
}
