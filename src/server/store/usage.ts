/** How often an account called an operation on one day (UTC, `YYYY-MM-DD`). */
export interface UsageCount {
  account_id: string;
  day: string;
  operation: string;
  requests: number;
}

export interface UsageStore {
  /** Adds the counts to what is stored. */
  add(counts: readonly UsageCount[]): Promise<void>;
  /** From this day on, inclusive. */
  since(accountId: string, day: string): Promise<UsageCount[]>;
}
