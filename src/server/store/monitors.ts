import type { Owner } from './accounts.ts';
import type { RunRecord } from './runs.ts';

export interface MonitorRecord {
  id: string;
  owner: Owner;
  title: string;
  prompt: string;
  status: 'active' | 'paused';
  /** `null`: on demand only. */
  every_minutes: number | null;
  execution: 'standard' | 'agentic';
  sources: string[];
  created_at: number;
  last_run_at: number | null;
  next_run_at: number | null;
}

/** A monitor that one process holds for one tick of its schedule. */
export interface ClaimedMonitor extends MonitorRecord {
  lease_token: string;
}

export interface MonitorStore {
  /**
   * With its first-result preview, in one transaction.
   *
   * @returns false, and nothing was stored, when there is one with this id
   */
  create(monitor: MonitorRecord, preview?: RunRecord): Promise<boolean>;
  get(id: string): Promise<MonitorRecord | undefined>;
  /** Those of any of these owners, oldest first. */
  list(owners: readonly Owner[]): Promise<MonitorRecord[]>;
  /** Pauses or resumes; a resumed monitor is next due at `nextRunAt`. */
  setStatus(id: string, status: MonitorRecord['status'], nextRunAt: number | null): Promise<void>;
  /** Its runs and alerts stay. */
  delete(id: string): Promise<void>;
  /** Takes active monitors whose tick has come, the longest due first. */
  claimDue(now: number, leaseUntil: number, limit: number): Promise<ClaimedMonitor[]>;
  /** When the next tick comes due; `undefined` when no monitor waits for one. */
  nextDue(): Promise<number | undefined>;
}
