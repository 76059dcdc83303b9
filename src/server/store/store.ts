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
  readonly outbox: OutboxStore;
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
  /** The one that was made first. */
  first(): Promise<Account | undefined>;
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
  /** How many there are, revoked ones too. */
  count(): Promise<number>;
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

/** A monitor that one process holds for one tick of its schedule. */
export interface ClaimedMonitor extends Monitor {
  lease_token: string;
}

export interface MonitorStore {
  /** With its first-result preview, in one transaction. */
  create(monitor: Monitor, preview?: MonitorRun): Promise<void>;
  get(id: string): Promise<Monitor | undefined>;
  /** Those of any of these owners, oldest first. */
  list(owners: readonly Owner[]): Promise<Monitor[]>;
  /** Pauses or resumes; a resumed monitor is next due at `nextRunAt`. */
  setStatus(id: string, status: Monitor['status'], nextRunAt: number | null): Promise<void>;
  /** Its runs and alerts stay. */
  delete(id: string): Promise<void>;
  /** Takes active monitors whose tick has come, the longest due first. */
  claimDue(now: number, leaseUntil: number, limit: number): Promise<ClaimedMonitor[]>;
  /** When the next tick comes due; `undefined` when no monitor waits for one. */
  nextDue(): Promise<number | undefined>;
}

export interface RunResult {
  /** Names what was found, so that a later run does not repeat it: a news item's id, or a link. */
  key: string;
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
  /** Why it failed; `null` when it completed. */
  error: string | null;
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

/** Everything that a run leaves behind. */
export interface RunRecord {
  run: MonitorRun;
  alert?: Alert;
  /** One for each connection. */
  deliveries: readonly Delivery[];
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
  record(record: RunRecord): Promise<'stored' | 'lost' | 'repeated'>;
  /** Newest first. */
  list(monitorId: string, limit: number): Promise<MonitorRun[]>;
  /** Which of these keys of results earlier runs of the monitor have already alerted. */
  alerted(monitorId: string, keys: readonly string[]): Promise<Set<string>>;
  /** Newest first; `since` and `until` are inclusive. */
  alerts(owners: readonly Owner[], range: AlertRange): Promise<Alert[]>;
}

export interface AlertRange {
  limit: number;
  since?: number;
  until?: number;
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
  get(id: string): Promise<Channel | undefined>;
  /** Oldest first. */
  list(accountId: string): Promise<Channel[]>;
  /** Replaces what may change: URL, scope, name and status; the secret stays. */
  update(channel: Channel): Promise<void>;
  delete(id: string): Promise<void>;
  /** The active connections that a monitor's events go to. */
  covering(monitor: Pick<Monitor, 'id' | 'owner'>): Promise<Channel[]>;
}

/** How far an event has come on its way to one connection. */
export interface DeliveryProgress {
  status: 'pending' | 'retrying' | 'delivered' | 'failed' | 'exhausted' | 'stopped';
  /** Rounds begun. */
  round: number;
  /** Attempts made in all rounds, and in this one. */
  attempts: number;
  round_attempts: number;
  /** `null` once the status is final. */
  due_at: number | null;
  last_status_code: number | null;
  last_error: string | null;
}

/** An event for one connection, saved before any attempt. */
export interface Delivery extends DeliveryProgress {
  event_id: string;
  type: 'news.alert' | 'webhook.test';
  channel_id: string;
  account_id: string;
  /** `null` for a test. */
  monitor_id: string | null;
  run_id: string | null;
  /** The exact text of the request's body. */
  body: string;
  created_at: number;
  last_attempt_at: number | null;
}

/** A delivery that one process holds for one attempt, with what has to hold for it to be made. */
export interface ClaimedDelivery extends Delivery {
  lease_token: string;
  /** The connection as it is now; absent when it was removed. */
  channel: Channel | undefined;
  /** The monitor's owner now; absent when the monitor was deleted. */
  owner: Owner | undefined;
  /** Whether the connection's account may connect the owning team's monitors. */
  team_webhooks: boolean;
}

export interface ClaimOptions {
  now: number;
  /** When a claim that was never settled may be taken by another. */
  lease_until: number;
  /** Claims at the most, in all and for each connection. */
  limit: number;
  per_channel: number;
  /** Attempts in flight already, by connection. */
  in_flight: ReadonlyMap<string, number>;
}

/** The end of an attempt. It counts only while the lease is still the one that was claimed. */
export interface Settlement {
  event_id: string;
  lease_token: string;
  progress: DeliveryProgress;
}

export interface OutboxStore {
  /** An event that no run stands behind. */
  add(delivery: Delivery): Promise<void>;
  /**
   * Takes what is due, the longest due first, and counts the attempt and where need be the round:
   * a crash can then never exceed the attempts that were promised.
   */
  claim(options: ClaimOptions): Promise<ClaimedDelivery[]>;
  /** Claims whose lease ran out: their attempt was made, with an outcome that nobody knows. */
  lapsed(now: number): Promise<ClaimedDelivery[]>;
  /** One transaction. A settlement whose lease was lost changes nothing. */
  settle(settlements: readonly Settlement[]): Promise<void>;
  /** When the next event or lease comes due; `undefined` when none waits. */
  nextDue(): Promise<number | undefined>;
  /** Newest first. */
  list(accountId: string, limit: number): Promise<Delivery[]>;
  /** In the order in which they were saved. */
  ofRuns(runIds: readonly string[]): Promise<Delivery[]>;
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
