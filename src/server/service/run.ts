import type { Run, RunResult } from '../../contract/monitors.ts';
import { searchRelevant } from '../search/search.ts';
import type * as stored from '../store/store.ts';
import type { Context } from './context.ts';
import { newId } from './identifier.ts';
import { moment, momentOrNull } from './moment.ts';

/** How many results a run gives at most. */
const resultLimit = 10;

/** Looks for what fits a monitor's prompt and was not alerted before. Stores nothing. */
export async function lookForResults(
  { store, clock }: Context,
  monitor: stored.Monitor,
  trigger: stored.MonitorRun['trigger'],
): Promise<stored.MonitorRun> {
  const started = clock.now();
  const found = await searchRelevant(store.news, {
    query: monitor.prompt,
    limit: 100,
    now: started,
  });
  const alerted = await store.runs.alerted(
    monitor.id,
    found.map(({ item }) => item.id),
  );
  return {
    id: newId('run'),
    monitor_id: monitor.id,
    trigger,
    status: 'completed',
    started_at: started,
    finished_at: clock.now(),
    results: found
      .filter(({ item }) => !alerted.has(item.id))
      .slice(0, resultLimit)
      .map(({ item }) => resultOf(item)),
  };
}

function resultOf(item: stored.NewsItemRecord): stored.RunResult {
  return {
    item_id: item.id,
    title: item.title,
    summary: item.description,
    links: item.url === null ? [] : [{ url: item.url, source: item.source }],
    publication_date: item.publication_date,
  };
}

/** The alert of a run that qualifies: it has results and is no preview. */
export function alertOf(run: stored.MonitorRun, monitor: stored.Monitor): stored.Alert | undefined {
  if (run.trigger === 'preview' || run.results.length === 0) return undefined;
  return {
    id: newId('alert'),
    owner: monitor.owner,
    monitor_id: monitor.id,
    monitor_title: monitor.title,
    run_id: run.id,
    created_at: run.finished_at,
    results: run.results,
  };
}

/** A stored run as an answer. */
export function runAnswer(run: stored.MonitorRun): Run {
  return {
    id: run.id,
    monitor_id: run.monitor_id,
    trigger: run.trigger,
    status: run.status,
    started_at: moment(run.started_at),
    finished_at: moment(run.finished_at),
    results: run.results.map(runResult),
    broadcast_results: [],
  };
}

/** A stored result as an answer. */
export function runResult(result: stored.RunResult): RunResult {
  const { title, summary, links, publication_date } = result;
  return { title, summary, links, publication_date: momentOrNull(publication_date) };
}
