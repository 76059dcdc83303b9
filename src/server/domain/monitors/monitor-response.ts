import type { Monitor } from '../../../contract/monitors.ts';
import type * as stored from '../../store/store.ts';
import { moment, momentOrNull } from '../timestamp.ts';

/** A stored monitor as an answer. */
export function monitorAnswer(monitor: stored.Monitor): Monitor {
  return {
    id: monitor.id,
    title: monitor.title,
    prompt: monitor.prompt,
    status: monitor.status,
    owner: { ...monitor.owner },
    every_minutes: monitor.every_minutes,
    execution: monitor.execution,
    sources: monitor.sources,
    created_at: moment(monitor.created_at),
    last_run_at: momentOrNull(monitor.last_run_at),
    next_run_at: momentOrNull(monitor.next_run_at),
  };
}
