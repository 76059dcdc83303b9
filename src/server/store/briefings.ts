export interface BriefingRecord {
  id: string;
  account_id: string;
  title: string;
  summary: string;
  created_at: number;
}

export interface BriefingStore {
  put(briefing: BriefingRecord): Promise<void>;
  /** Newest first. */
  list(accountId: string): Promise<BriefingRecord[]>;
}
