import { WorkSlices } from '../../../node/work-slices.ts';
import type { BriefingMonitor, MonitorRecord, NewsHeadline, Store } from '../../store/store.ts';
import { filterResults } from '../monitors/filter-results.ts';
import { foundNews } from '../monitors/monitor-results.ts';
import { monitorNews } from '../news/monitor-news.ts';
import type { BriefingPeriod } from './briefing-schedule.ts';
import { foldTitle } from './fold-title.ts';

/** Maximum number of items. */
const maxItems = 10;

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * The newest items of the period that match active monitors and pass their filters. Items that
 * were alerted are left out. Of items with the same URL or title, only the newest is kept.
 *
 * The period of a monitor that runs at least daily is earlier by its interval. The next run covers
 * newer items, so they belong to the next briefing.
 *
 * @param alerted the monitors with results
 */
export async function otherNews(
  { news, alerts }: Pick<Store, 'news' | 'alerts'>,
  monitors: readonly MonitorRecord[],
  alerted: readonly BriefingMonitor[],
  { from, to }: BriefingPeriod,
  work = new WorkSlices(),
): Promise<NewsHeadline[]> {
  const others: DatedHeadline[] = [];
  const search = { now: to, since: from - day, work };
  for await (const { monitor, found } of monitorNews(news, monitors, search)) {
    const interval = (monitor.every_minutes ?? 0) * minute;
    const delay = interval <= day ? interval : 0;
    const candidates = found.map((ranked) => ({ ...foundNews(ranked), item: ranked.item }));
    const { passed } = await filterResults(candidates, monitor, work);
    const inPeriod = passed
      .map(({ item }) => item)
      .filter(hasDate)
      .filter(({ publication_date: date }) => date >= from - delay && date < to - delay);
    const keys = inPeriod.map(({ id }) => id);
    const alertedKeys = await alerts.inAlerts(monitor.id, keys);
    others.push(...inPeriod.filter(({ id }) => !alertedKeys.has(id)));
  }
  const isNew = newsFilter(alerted.flatMap(({ results }) => results));
  return others
    .sort((a, b) => b.publication_date - a.publication_date || (a.id < b.id ? -1 : 1))
    .filter(isNew)
    .slice(0, maxItems);
}

type DatedHeadline = NewsHeadline & { publication_date: number };

function hasDate(item: NewsHeadline): item is DatedHeadline {
  return item.publication_date !== null;
}

/** Returns a filter for items that are not among the results and were not seen before. */
function newsFilter(results: BriefingMonitor['results']): (item: NewsHeadline) => boolean {
  const seen = new Set(
    results.flatMap(({ key, title, links }) => [
      key,
      foldTitle(title),
      ...links.map(({ url }) => url),
    ]),
  );
  return ({ id, url, title }) => {
    const marks = [id, url ?? id, foldTitle(title)];
    if (marks.some((mark) => seen.has(mark))) return false;
    for (const mark of marks) seen.add(mark);
    return true;
  };
}
