import type { Monitor } from '../../../contract/monitor.ts';
import type { MonitorRecord } from '../../store/store.ts';
import { toTimestamp, toTimestampOrNull } from '../../timestamp.ts';

export function monitorResponse(monitor: MonitorRecord): Monitor {
  return {
    id: monitor.id,
    title: monitor.title,
    prompt: monitor.prompt,
    status: monitor.status,
    owner_id: monitor.owner_id,
    team_id: monitor.team_id,
    every_minutes: monitor.every_minutes,
    execution: monitor.execution,
    sources: monitor.sources,
    include_sources: monitor.include_sources,
    exclude_sources: monitor.exclude_sources,
    include_languages: monitor.include_languages,
    exclude_languages: monitor.exclude_languages,
    exclude_words: monitor.exclude_words,
    min_relevance: monitor.min_relevance,
    quiet_hours: monitor.quiet_hours,
    created_at: toTimestamp(monitor.created_at),
    last_run_at: toTimestampOrNull(monitor.last_run_at),
    next_run_at: toTimestampOrNull(monitor.next_run_at),
  };
}
