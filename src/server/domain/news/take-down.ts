import { removedMatcher, withoutFragment } from '../../store/removed-news.ts';
import type {
  BriefingMonitor,
  HeldResultRecord,
  NewsHeadline,
  NewsTexts,
  RunResultRecord,
  Store,
  TableWithNews,
} from '../../store/store.ts';
import { withoutEntries } from '../briefings/briefing-text.ts';

/** The number of records that a takedown changed. */
export interface TakedownCounts {
  /** Items in the index. */
  news: number;
  /** Number of runs that had a result with a deleted item. */
  runs: number;
  /** Number of alerts that had a result with a deleted item. */
  alerts: number;
  /** Number of briefings that had a deleted item. */
  briefings: number;
  /** Payloads of events, sent or not. Events of one run share one. */
  events: number;
}

/** Says whether news was removed, by its id and its URLs. */
type RemovedMatcher = ReturnType<typeof removedMatcher>;

/** Rows that are read at a time. */
const batchSize = 100;

/** Items that are removed at a time: SQLite bounds the conditions of a query. */
const maxItems = 100;

/**
 * Removes news items everywhere: from the index, and from runs, alerts, briefings, results that
 * quiet hours hold back, and events. Results keep a mark without text. The items are not imported
 * again, neither by their id nor by their URL. Servers may use the store at the same time. After an
 * interruption, call it again.
 */
export async function takeDownNews(
  store: Store,
  ids: readonly string[],
  now: number,
): Promise<TakedownCounts> {
  const counts: TakedownCounts = { news: 0, runs: 0, alerts: 0, briefings: 0, events: 0 };
  for (let start = 0; start < ids.length; start += maxItems) {
    await takeDown(store, { ids: ids.slice(start, start + maxItems), now, counts });
  }
  return counts;
}

async function takeDown(
  store: Store,
  { ids, now, counts }: { ids: readonly string[]; now: number; counts: TakedownCounts },
): Promise<void> {
  const { takedowns } = store;
  const items = await store.news.headlines(ids);
  const known = ids.map((id) => ({ id, url: items.get(id)?.url ?? null }));
  await takedowns.mark(known, now);
  // First, so that searches do not find them from now on.
  counts.news += await store.news.delete(ids);
  const removed = await takedowns.marked(ids);
  const exactUrls = removed.flatMap(({ pending_url }) => pending_url ?? []);
  const urls = exactUrls.map(withoutFragment);
  const copies = await takedowns.withUrls(urls);
  await takedowns.mark(copies, now);
  const allIds = [...ids, ...copies.map(({ id }) => id)];
  counts.news += await store.news.delete(allIds);

  const isRemoved = removedMatcher(await takedowns.marked(allIds));
  // The results of copies contain the URL.
  const texts = [...ids, ...urls];
  counts.runs += await redactRows(store, 'runs', texts, async (run) => {
    const results = redactResults(run.results, isRemoved);
    // Before the run, so that an interrupted takedown finds the run again.
    counts.events += await redactEvents(store, run.id, JSON.parse(results) as RunResultRecord[]);
    return { ...run, results, repeats: redactResults(run.repeats, isRemoved) };
  });
  counts.alerts += await redactRows(store, 'alerts', texts, (alert) => {
    return { ...alert, results: redactResults(alert.results, isRemoved) };
  });
  counts.briefings += await redactRows(store, 'briefings', texts, (briefing) =>
    redactBriefing(briefing, isRemoved),
  );
  await redactRows(store, 'monitors', texts, (monitor) => {
    const held = (JSON.parse(monitor.held) as HeldResultRecord[]).filter(
      ({ result }) => !matches(result, isRemoved),
    );
    return { ...monitor, held: JSON.stringify(held) };
  });
  await takedowns.deleteStories(allIds);
  await takedowns.deleteAlerted([...urls, ...exactUrls]);
  await takedowns.complete(allIds);
}

/**
 * Redacts the rows of a table that contain one of the texts. Repeats those that another process, such
 * as another takedown, changes at the same time.
 *
 * @returns the number of changed rows
 */
async function redactRows<Table extends TableWithNews>(
  store: Store,
  table: Table,
  texts: readonly string[],
  redacted: (row: NewsTexts<Table>) => NewsTexts<Table> | Promise<NewsTexts<Table>>,
): Promise<number> {
  let changed = 0;
  for (;;) {
    let isComplete = true;
    for await (const row of rowsWith(store, table, texts)) {
      const after = await redacted(row);
      if (JSON.stringify(row) === JSON.stringify(after)) continue;
      if (await store.takedowns.replace(table, row, after)) changed += 1;
      else isComplete = false;
    }
    if (isComplete) return changed;
  }
}

async function* rowsWith<Table extends TableWithNews>(
  { takedowns }: Store,
  table: Table,
  texts: readonly string[],
): AsyncGenerator<NewsTexts<Table>> {
  let after: string | undefined;
  for (;;) {
    const rows = await takedowns.find(table, texts, { after, limit: batchSize });
    yield* rows;
    after = rows.at(-1)?.id;
    if (rows.length < batchSize) return;
  }
}

function matches({ key, links }: RunResultRecord, isRemoved: RemovedMatcher): boolean {
  return isRemoved(
    key,
    links.map(({ url }) => url),
  );
}

function redactResults(json: string, isRemoved: RemovedMatcher): string {
  const results = JSON.parse(json) as RunResultRecord[];
  return JSON.stringify(results.map((result) => redactResult(result, isRemoved)));
}

function redactResult(result: RunResultRecord, isRemoved: RemovedMatcher): RunResultRecord {
  if (!matches(result, isRemoved)) return result;
  // A key that is not an id is a URL.
  const key = isRemoved(result.key, []) ? result.key : '';
  return { key, title: '', summary: '', links: [], publication_date: null, removed: true };
}

/** An event, as far as a takedown changes it. */
interface EventWithResults {
  articles?: { title: string; url: string }[];
  results?: Omit<RunResultRecord, 'key'>[];
}

/**
 * Removes the removed results of a run from the payloads of its events. Repeats those that another
 * takedown changes at the same time.
 *
 * @returns the number of changed payloads
 */
async function redactEvents(
  { takedowns }: Store,
  runId: string,
  results: readonly RunResultRecord[],
): Promise<number> {
  let changed = 0;
  for (;;) {
    let isComplete = true;
    for (const before of await takedowns.payloadsOf(runId)) {
      const after = redactEvent(before.payload, results);
      if (after === before.payload) continue;
      if (await takedowns.replacePayload(before, after)) changed += 1;
      else isComplete = false;
    }
    if (isComplete) return changed;
  }
}

/** @param results of the run: those of the event are the same, in the same order */
function redactEvent(payload: string, results: readonly RunResultRecord[]): string {
  const event = JSON.parse(payload) as EventWithResults;
  const urls = new Set<string>();
  const redacted = event.results?.map((result, index) => {
    if (!results[index]?.removed || result.removed) return result;
    for (const { url } of result.links) urls.add(url);
    return { title: '', summary: '', links: [], publication_date: null, removed: true };
  });
  const articles = event.articles?.filter(({ url }) => !urls.has(url));
  return JSON.stringify({ ...event, articles, results: redacted });
}

function redactBriefing(
  { id, monitors, news, summary }: NewsTexts<'briefings'>,
  isRemoved: RemovedMatcher,
): NewsTexts<'briefings'> {
  const sections = JSON.parse(monitors) as BriefingMonitor[];
  const headlines = JSON.parse(news) as NewsHeadline[];
  const removedResults = sections
    .flatMap(({ results }) => results)
    .filter((result) => matches(result, isRemoved))
    .map(({ title, summary: text, links }) => ({ title, text, urls: links.map(({ url }) => url) }));
  const isRemovedHeadline = ({ id: item, url }: NewsHeadline) =>
    isRemoved(item, url === null ? [] : [url]);
  const removedNews = headlines
    .filter(isRemovedHeadline)
    .map(({ title, description, url }) => ({ title, text: description, urls: url ? [url] : [] }));
  return {
    id,
    monitors: JSON.stringify(
      sections.map(({ results, ...section }) => ({
        ...section,
        results: results.map((result) => redactResult(result, isRemoved)),
      })),
    ),
    news: JSON.stringify(headlines.filter((headline) => !isRemovedHeadline(headline))),
    summary: withoutEntries(summary, [...removedResults, ...removedNews]),
  };
}
