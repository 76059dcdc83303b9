export interface BriefingRecord {
  id: string;
  account_id: string;
  title: string;
  summary: string;
  created_at: number;
}

export interface BriefingStore {
  /** Inserts the briefing, or updates its title and summary. */
  put(briefing: BriefingRecord): Promise<void>;
  /** Newest first. */
  list(accountId: string): Promise<BriefingRecord[]>;
}
