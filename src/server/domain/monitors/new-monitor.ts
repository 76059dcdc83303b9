import type { AlertFilters } from '../../../contract/alert-filters.ts';
import type { MonitorRecord } from '../../store/store.ts';
import { newId } from '../identifier.ts';
import { noFilters } from './alert-filters.ts';
import { parseMonitorPrompt } from './monitor-prompt.ts';

const maxTitleLength = 80;
const minute = 60_000;

/** An active monitor that is due after its first interval. Its title is by default that of its prompt. */
export function newMonitor(
  settings: Pick<MonitorRecord, 'prompt' | 'owner_id' | 'team_id' | 'every_minutes' | 'execution'> &
    Partial<AlertFilters> & { title?: string | undefined },
  now: number,
): MonitorRecord {
  return {
    ...noFilters,
    ...settings,
    id: newId('mon'),
    title: settings.title ?? titleOf(settings.prompt),
    status: 'active',
    sources: parseMonitorPrompt(settings.prompt).sources,
    created_at: now,
    last_run_at: null,
    next_run_at: nextRunAfter(now, settings),
  };
}

/** The next run of a monitor that starts or resumes now; `null` if it runs only on demand. */
export function nextRunAfter(
  now: number,
  { every_minutes }: Pick<MonitorRecord, 'every_minutes'>,
): number | null {
  return every_minutes === null ? null : now + every_minutes * minute;
}

/** Overrides and isolates, which change how the text after a title is shown. */
const bidirectionalControls = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** Shows only the hosts of URLs: the rest may contain secrets, and receivers see titles. */
function titleOf(prompt: string): string {
  const { words, sources } = parseMonitorPrompt(prompt);
  const hosts = sources.map((source) => new URL(source).host).join(', ');
  const written = /[\p{L}\p{N}]/u.test(words) ? words.replace(/\s+/g, ' ') : hosts || prompt;
  const line = written.replace(bidirectionalControls, '').trim() || 'Untitled';
  if (line.length <= maxTitleLength) return line;
  const cut = line.slice(0, maxTitleLength - 1).replace(/\s\S*$/, '');
  return `${cut}…`;
}
