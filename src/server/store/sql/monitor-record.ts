import type { AlertFilters } from '../../../contract/alert-filters.ts';
import { raw } from './sql.ts';

export interface MonitorRecord extends AlertFilters {
  id: string;
  /** The account that created the monitor. */
  owner_id: string;
  /** The team whose members see the monitor; `null` if only its owner does. */
  team_id: string | null;
  title: string;
  prompt: string;
  status: 'active' | 'paused';
  /** `null` if the monitor only runs on demand. */
  every_minutes: number | null;
  execution: 'standard' | 'agentic';
  sources: string[];
  created_at: number;
  last_run_at: number | null;
  next_run_at: number | null;
}

/** A monitor with the lease for one tick of its schedule. */
export interface ClaimedMonitor extends MonitorRecord {
  lease_token: string;
}

export const listColumns = [
  'sources',
  'include_sources',
  'exclude_sources',
  'include_languages',
  'exclude_languages',
  'exclude_words',
] as const satisfies (keyof MonitorRecord)[];
export type ListColumn = (typeof listColumns)[number];

/** A row of `monitors`: lists are JSON. */
export type MonitorRow = Omit<MonitorRecord, ListColumn> & Record<ListColumn, string>;

export const monitorColumns =
  raw(`id, owner_id, team_id, title, prompt, status, every_minutes, execution,
  ${listColumns.join(', ')}, min_relevance, quiet_hours, created_at, last_run_at, next_run_at`);

/** The record of a row with at least {@link monitorColumns}. */
export function monitorOf<Row extends MonitorRow>(row: Row) {
  const lists = listColumns.map((column) => [column, JSON.parse(row[column])]);
  return { ...row, ...(Object.fromEntries(lists) as Record<ListColumn, string[]>) };
}
