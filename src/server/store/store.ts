/**
 * What the service asks of its storage, and nothing about how it is kept.
 *
 * Every method is asynchronous, so that an embedded database and a remote one fit behind it
 * alike; every write is durable when its promise resolves, unless its own line says otherwise.
 * Times are milliseconds since the epoch; the surfaces turn them into RFC 3339 text.
 */
export interface Store {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly news: NewsStore;
  readonly monitors: MonitorStore;
  readonly runs: RunStore;
  readonly channels: ChannelStore;
  readonly briefings: BriefingStore;
  readonly usage: UsageStore;
  /** Resolves when the store answers; rejects with `StoreUnavailable` when it does not. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

export interface Account {
  id: string;
  name: string;
  plan: 'active' | 'none';
  created_at: number;
}

export interface Membership {
  team_id: string;
  /** Whether this member may connect the team's monitors to delivery. */
  webhooks: boolean;
}

export interface AccountStore {
  get(id: string): Promise<Account | undefined>;
  count(): Promise<number>;
  /** Inserts the account, or updates its name and plan. */
  put(account: Account): Promise<void>;
  /** Makes the team if it is new and sets its members to exactly these. */
  putTeam(team: { id: string; name: string; members: TeamMember[] }): Promise<void>;
  memberships(accountId: string): Promise<Membership[]>;
}

export interface TeamMember {
  account_id: string;
  webhooks: boolean;
}

export interface ApiKey {
  id: string;
  account_id: string;
  /** SHA-256 of the key, in hex. The key itself is never stored. */
  hash: string;
  name: string;
  created_at: number;
}

export interface KeyStore {
  /** Does nothing when the hash is already stored. */
  ensure(key: ApiKey): Promise<void>;
  /** A key that was not revoked. */
  find(hash: string): Promise<ApiKey | undefined>;
}

/** A news item as it is kept. `publication_date` is absent where its source gave none. */
export interface NewsItemRecord {
  id: string;
  title: string;
  description: string;
  url: string | null;
  source: string | null;
  publication_date: number | null;
  body: string | null;
}

/** A news item with what the index needs to know of it. */
export interface IndexedNewsItem extends NewsItemRecord {
  /** The time by which the item is ordered; never in the future. */
  order_at: number;
  /** The terms of the title and of the text, as the analyzer made them, in reading order. */
  terms: { title: string[]; text: string[] };
}

/** How many items of a batch were new, known with other content, and known as they are. */
export interface AddedNews {
  added: number;
  updated: number;
  unchanged: number;
}

export interface NewsQuery {
  /**
   * Any of these terms may match: the more and the rarer, the better. One must, unless there are
   * phrases; with phrases, the terms only order what the phrases find.
   */
  anyOf: readonly string[];
  /** Each of these runs of terms must occur, its terms side by side. */
  phrases: readonly (readonly string[])[];
  /** Only items ordered at this time or later. */
  since?: number;
  /** Look no further than this many of the newest matches. */
  newest?: number;
  /** At most this many candidates, the best first. */
  limit: number;
}

export interface NewsCandidate {
  item: NewsItemRecord;
  order_at: number;
  /** The index's own relevance: larger is better, comparable within one query only. */
  relevance: number;
}

export interface NewsStore {
  /** One transaction. An item with a known id replaces what was stored under it. */
  add(items: readonly IndexedNewsItem[]): Promise<AddedNews>;
  get(id: string): Promise<NewsItemRecord | undefined>;
  /** Newest first. */
  latest(limit: number): Promise<NewsItemRecord[]>;
  count(): Promise<number>;
  /** In how many items each term occurs; a term that occurs nowhere is absent. */
  frequencies(terms: readonly string[]): Promise<Map<string, number>>;
  candidates(query: NewsQuery): Promise<NewsCandidate[]>;
}

export interface Owner {
  type: 'user' | 'team';
  id: string;
}

export interface Monitor {
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

export interface MonitorStore {
  /** With its first-result preview, in one transaction. */
  create(monitor: Monitor, preview?: MonitorRun): Promise<void>;
  get(id: string): Promise<Monitor | undefined>;
  /** Those of any of these owners, oldest first. */
  list(owners: readonly Owner[]): Promise<Monitor[]>;
}

export interface RunResult {
  /** The news item that the result stands on. */
  item_id: string;
  title: string;
  summary: string;
  links: { url: string; source: string | null }[];
  publication_date: number | null;
}

export interface MonitorRun {
  id: string;
  monitor_id: string;
  trigger: 'schedule' | 'on_demand' | 'preview';
  status: 'completed' | 'failed';
  started_at: number;
  finished_at: number;
  results: RunResult[];
}

export interface Alert {
  id: string;
  owner: Owner;
  monitor_id: string;
  monitor_title: string;
  run_id: string;
  created_at: number;
  results: RunResult[];
}

export interface RunStore {
  /** The run, its alert where it has one, and what it has shown, in one transaction. */
  record(run: MonitorRun, alert: Alert | undefined): Promise<void>;
  /** Ids of news items that earlier runs of the monitor have already alerted. */
  alerted(monitorId: string, itemIds: readonly string[]): Promise<Set<string>>;
  /** Newest first; `since` is inclusive. */
  alerts(owners: readonly Owner[], options: { limit: number; since?: number }): Promise<Alert[]>;
}

export interface Channel {
  id: string;
  account_id: string;
  platform: 'webhook';
  webhook_url: string;
  /** `null`: every monitor that the account owns, now and later. */
  monitor_id: string | null;
  name: string | null;
  status: 'active' | 'disabled';
  signing_secret: string;
  created_at: number;
}

export interface ChannelStore {
  create(channel: Channel): Promise<void>;
  /** Oldest first. */
  list(accountId: string): Promise<Channel[]>;
}

export interface Briefing {
  id: string;
  account_id: string;
  title: string;
  summary: string;
  created_at: number;
}

export interface BriefingStore {
  put(briefing: Briefing): Promise<void>;
  /** Newest first. */
  list(accountId: string): Promise<Briefing[]>;
}

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
