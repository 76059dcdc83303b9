import type { BriefingMonitor, NewsHeadline } from '../../store/store.ts';
import type { BriefingPeriod } from './briefing-schedule.ts';

/** Maximum number of items. */
const maxItems = 10;

/**
 * The newest of the items that were published in the period and are not among the results of the
 * monitors. Of items with the same URL or title, only the newest is kept.
 */
export function otherNews(
  items: readonly NewsHeadline[],
  monitors: readonly BriefingMonitor[],
  { from, to }: BriefingPeriod,
): NewsHeadline[] {
  const results = monitors.flatMap((monitor) => monitor.results);
  const seen = new Set([
    ...results.map(({ key }) => key),
    ...results.flatMap(({ links }) => links.map(({ url }) => url)),
    ...results.map(({ title }) => foldTitle(title)),
  ]);
  const isNew = ({ id, url, title }: NewsHeadline) => {
    const marks = [id, url ?? id, foldTitle(title)];
    if (marks.some((mark) => seen.has(mark))) return false;
    for (const mark of marks) seen.add(mark);
    return true;
  };
  const dateOf = ({ publication_date }: NewsHeadline) => publication_date ?? from;
  return items
    .filter((item) => dateOf(item) >= from && dateOf(item) < to)
    .sort((a, b) => dateOf(b) - dateOf(a) || (a.id < b.id ? -1 : 1))
    .filter(isNew)
    .slice(0, maxItems);
}

function foldTitle(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
