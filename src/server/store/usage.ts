/** The number of calls of an operation by an account on one day (UTC, `YYYY-MM-DD`). */
export interface UsageCount {
  account_id: string;
  day: string;
  operation: string;
  requests: number;
}

export interface UsageStore {
  /** Adds to the stored counts. */
  add(counts: readonly UsageCount[]): Promise<void>;
  /** The counts of this day and later. */
  since(accountId: string, day: string): Promise<UsageCount[]>;
}
