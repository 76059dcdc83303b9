import { removedMatcher, urlHash } from '../../store/removed-news.ts';
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
  runs: number;
  alerts: number;
  briefings: number;
  /** Payloads of events, sent or not. Events of one run share one. */
  events: number;
}

/** Says whether news was removed, by its id and its URLs. */
type RemovedMatcher = ReturnType<typeof removedMatcher>;

/** Rows that are read at a time. */
const batchSize = 100;

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
  const items = await Promise.all(ids.map((id) => store.news.get(id)));
  const urls = items.flatMap((item) => item?.url ?? []);
  const allIds = [...new Set([...ids, ...(await store.takedowns.idsOfUrls(urls))])];
  const hashes = new Map(
    items.flatMap((item) => (item?.url ? [[item.id, urlHash(item.url)]] : [])),
  );
  await store.takedowns.mark(
    allIds.map((id) => ({ id, url_hash: hashes.get(id) ?? null })),
    now,
  );
  const isRemoved = removedMatcher(await store.takedowns.marked(allIds));
  const texts = [...allIds, ...urls];
  const counts: TakedownCounts = { news: 0, runs: 0, alerts: 0, briefings: 0, events: 0 };
  for await (const run of rowsWith(store, 'runs', texts)) {
    const results = redactResults(run.results, isRemoved);
    // Before the run, so that an interrupted takedown finds the run again.
    counts.events += await redactEvents(store, run.id, JSON.parse(results) as RunResultRecord[]);
    counts.runs += await replace(store, 'runs', run, { ...run, results });
  }
  for await (const alert of rowsWith(store, 'alerts', texts)) {
    const results = redactResults(alert.results, isRemoved);
    counts.alerts += await replace(store, 'alerts', alert, { ...alert, results });
  }
  for await (const briefing of rowsWith(store, 'briefings', texts)) {
    const redacted = redactBriefing(briefing, isRemoved);
    counts.briefings += await replace(store, 'briefings', briefing, redacted);
  }
  for await (const monitor of rowsWith(store, 'monitors', texts)) {
    const held = (JSON.parse(monitor.held) as HeldResultRecord[]).filter(
      ({ result }) => !matches(result, isRemoved),
    );
    await replace(store, 'monitors', monitor, { ...monitor, held: JSON.stringify(held) });
  }
  await store.takedowns.deleteAlerted(urls);
  // Last, because the URLs of the items are known only while they are in the index.
  counts.news = await store.news.delete(allIds);
  return counts;
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

/** @returns the number of rows that it changed: 0 or 1 */
async function replace<Table extends TableWithNews>(
  { takedowns }: Store,
  table: Table,
  before: NewsTexts<Table>,
  after: NewsTexts<Table>,
): Promise<number> {
  if (JSON.stringify(before) === JSON.stringify(after)) return 0;
  return (await takedowns.replace(table, before, after)) ? 1 : 0;
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
 * Removes the removed results of a run from the payloads of its events, whose results are those of
 * the run in the same order. Returns the number of changed payloads.
 */
async function redactEvents(
  { takedowns }: Store,
  runId: string,
  results: readonly RunResultRecord[],
): Promise<number> {
  let changed = 0;
  for (const { id, payload } of await takedowns.payloadsOf(runId)) {
    const event = JSON.parse(payload) as EventWithResults;
    const urls = new Set<string>();
    const redacted = event.results?.map((result, index) => {
      if (!results[index]?.removed || result.removed) return result;
      for (const { url } of result.links) urls.add(url);
      return { title: '', summary: '', links: [], publication_date: null, removed: true };
    });
    const articles = event.articles?.filter(({ url }) => !urls.has(url));
    const after = JSON.stringify({ ...event, articles, results: redacted });
    if (after === payload) continue;
    await takedowns.replacePayload({ id, payload: after });
    changed += 1;
  }
  return changed;
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
