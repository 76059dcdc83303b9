import type { Owner } from './accounts.ts';
import type { RunRecord } from './runs.ts';

export interface MonitorRecord {
  id: string;
  owner: Owner;
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

export interface MonitorStore {
  /**
   * Stores the monitor and the run of its preview in one transaction.
   *
   * @returns false if the id is taken: nothing was stored
   */
  create(monitor: MonitorRecord, preview?: RunRecord): Promise<boolean>;
  get(id: string): Promise<MonitorRecord | undefined>;
  /** The monitors of these owners, oldest first. */
  list(owners: readonly Owner[]): Promise<MonitorRecord[]>;
  /** Sets the status and the next tick, and ends a lease. */
  setStatus(id: string, status: MonitorRecord['status'], nextRunAt: number | null): Promise<void>;
  /** Deletes the monitor, but not its runs and alerts. */
  delete(id: string): Promise<void>;
  /** Claims active monitors with a due tick, the longest due first. */
  claimDue(now: number, leaseUntil: number, limit: number): Promise<ClaimedMonitor[]>;
  /** When the next tick is due or a lease expires; `undefined` if no monitor has a next tick. */
  nextDue(): Promise<number | undefined>;
}
