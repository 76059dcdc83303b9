import type { Owner } from './accounts.ts';
import type { NewDelivery } from './outbox.ts';

export interface RunResultRecord {
  /** Identifies what was found, so that later runs do not repeat it: a news item's id, or a link. */
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
  /** Why the run failed; `null` if it completed. */
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

/** A run with all that it produced. */
export interface CompletedRun {
  run: RunRecord;
  alert?: AlertRecord;
  /** One delivery for each connection. */
  deliveries: readonly NewDelivery[];
  /** For a scheduled run: its lease and the next tick. */
  tick?: { lease_token: string; next_run_at: number };
}

export interface RunStore {
  /**
   * Stores the run, its alert and its deliveries in one transaction.
   *
   * @returns `lost` if the lease of the tick was lost, `repeated` if an earlier run has alerted one of
   *   the results: nothing was stored
   */
  record(record: CompletedRun): Promise<'stored' | 'lost' | 'repeated'>;
  /** Newest first. */
  list(monitorId: string, limit: number): Promise<RunRecord[]>;
  /** The result keys that earlier runs of the monitor have alerted. */
  alerted(monitorId: string, keys: readonly string[]): Promise<Set<string>>;
  /** Newest first; `since` and `until` are inclusive. */
  alerts(owners: readonly Owner[], range: AlertRange): Promise<AlertRecord[]>;
}

export interface AlertRange {
  limit: number;
  since?: number;
  until?: number;
}
