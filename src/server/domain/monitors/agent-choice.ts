import { newTrace } from '../../../node/trace-context.ts';
import type { WorkSlices } from '../../../node/work-slices.ts';
import { AgentError } from '../../agent/agent-error.ts';
import type { MonitorRecord } from '../../store/store.ts';
import type { Context } from '../context.ts';
import { toNewsItem } from '../news/to-news-item.ts';
import { filterResults } from './filter-results.ts';
import {
  agentResult,
  type FoundItem,
  type FoundResult,
  foundNews,
  foundResult,
  uniqueResults,
} from './monitor-results.ts';

/** Maximum number of candidates that an agent chooses from. */
export const maxCandidates = 50;

/** The results that an agent chose. */
interface AgentChoice {
  results: FoundResult[];
  /** Ids of candidates beyond {@link maxCandidates}, which wait for the next run. */
  postponed: ReadonlySet<string>;
}

/**
 * Lets the agent choose among candidates that pass the monitor's filters.
 *
 * @param candidates best first
 * @throws {Error} if there is no agent or it fails
 */
export async function chooseByAgent(
  { agent, leavingPlace, stopping, log }: Context,
  monitor: MonitorRecord,
  candidates: readonly FoundItem[],
  work: WorkSlices,
): Promise<AgentChoice> {
  if (!agent) throw new Error('agentic monitors need a server that was started with --agent');
  const all = candidates.map((candidate) => ({ ...foundNews(candidate), candidate }));
  const { passed } = await filterResults(all, monitor, work);
  const postponed = new Set(passed.slice(maxCandidates).map(({ candidate }) => candidate.item.id));
  const offered = new Map(
    passed.slice(0, maxCandidates).map(({ candidate }) => [candidate.item.id, candidate]),
  );
  const { id, title, prompt } = monitor;
  const task = {
    monitor: { id, title, prompt },
    candidates: [...offered.values()].map(({ item }) => toNewsItem(item)),
  };
  const signal = work.signal ? AbortSignal.any([stopping, work.signal]) : stopping;
  const trace = work.trace ?? newTrace();
  const options = { account: monitor.owner_id, signal, trace };
  const chosen = await leavingPlace(() => agent(task, options)).catch((error: unknown) => {
    if (error instanceof AgentError) {
      const { message: reason, stderr } = error;
      log('warn', 'agent failed', { monitor_id: id, trace_id: trace.traceId, reason, stderr });
    }
    throw error;
  });
  const results = chosen.map((result) => {
    const candidate = offered.get(result.id ?? '');
    return foundResult(agentResult(result, candidate?.item), candidate);
  });
  return { results: uniqueResults(results), postponed };
}
