import type { Owner } from './accounts.ts';
import type { NewDelivery } from './outbox.ts';

export interface RunResultRecord {
  /** Names what was found, so that a later run does not repeat it: a news item's id, or a link. */
  key: string;
  title: string;
  summary: string;
  links: { url: string; source: string | null }[];
  publication_date: number | null;
}

export interface RunRecord {
  id: string;
  monitor_id: string;
  trigger: 'schedule' | 'on_demand' | 'preview';
  status: 'completed' | 'failed';
  started_at: number;
  finished_at: number;
  results: RunResultRecord[];
  /** Why it failed; `null` when it completed. */
  error: string | null;
}

export interface AlertRecord {
  id: string;
  owner: Owner;
  monitor_id: string;
  monitor_title: string;
  run_id: string;
  created_at: number;
  results: RunResultRecord[];
}

/** Everything that a run leaves behind. */
export interface CompletedRun {
  run: RunRecord;
  alert?: AlertRecord;
  /** One for each connection. */
  deliveries: readonly NewDelivery[];
  /** For a run of the schedule: the lease that it holds, and the next tick. */
  tick?: { lease_token: string; next_run_at: number };
}

export interface RunStore {
  /**
   * The run, its alert, what it has shown and its events, in one transaction.
   *
   * @returns `lost` when another process has the tick, `repeated` when another run has alerted one
   *   of the results in the meantime; nothing of this record was stored then
   */
  record(record: CompletedRun): Promise<'stored' | 'lost' | 'repeated'>;
  /** Newest first. */
  list(monitorId: string, limit: number): Promise<RunRecord[]>;
  /** Which of these keys of results earlier runs of the monitor have already alerted. */
  alerted(monitorId: string, keys: readonly string[]): Promise<Set<string>>;
  /** Newest first; `since` and `until` are inclusive. */
  alerts(owners: readonly Owner[], range: AlertRange): Promise<AlertRecord[]>;
}

export interface AlertRange {
  limit: number;
  since?: number;
  until?: number;
}
