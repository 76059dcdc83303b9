import type {
  AccountRecord,
  AlertRecord,
  ApiKeyRecord,
  BriefingRecord,
  ChannelRecord,
  MonitorRecord,
  NewDelivery,
  RunRecord,
  RunResultRecord,
} from '../../../../../src/server/store/store.ts';

/** Valid records with the given changes. */

export function anAccount(id: string, changes: Partial<AccountRecord> = {}): AccountRecord {
  return {
    id,
    name: id,
    plan: 'active',
    plan_managed_by: 'user',
    disabled_at: null,
    created_at: 1,
    time_zone: 'UTC',
    language: 'en',
    briefing: 'daily',
    briefing_time: '07:00',
    briefing_day: 'monday',
    ...changes,
  };
}

export function aKey(id: string, created_at = 1, account_id = 'a'): ApiKeyRecord {
  const hash = `hash of ${id}`;
  return { id, account_id, hash, masked: 'nw_Ab…9xYz', name: `key ${id}`, created_at };
}

export function aMonitor(id: string, changes: Partial<MonitorRecord> = {}): MonitorRecord {
  return {
    id,
    owner_id: 'a',
    team_id: null,
    title: `About ${id}`,
    prompt: 'Tell me about “chips” \u{1f680}',
    status: 'active',
    every_minutes: 60,
    execution: 'standard',
    sources: ['https://a.example/feed'],
    include_sources: ['a.example', 'B “News”'],
    exclude_sources: [],
    include_languages: ['en'],
    exclude_languages: ['de', 'fr'],
    exclude_words: ['live blog'],
    min_relevance: 0.35,
    quiet_hours: '22:00-07:00',
    created_at: 1,
    last_run_at: null,
    next_run_at: 1000,
    ...changes,
  };
}

export function aResult(key: string): RunResultRecord {
  const links = [{ url: `https://a.example/${key}`, source: null }];
  return { key, title: `On ${key}`, summary: 'A\nB "C" \\', links, publication_date: 5 };
}

export function aRun(id: string, changes: Partial<RunRecord> = {}): RunRecord {
  return {
    id,
    monitor_id: 'm',
    trigger: 'schedule',
    status: 'completed',
    started_at: 10,
    finished_at: 11,
    results: [],
    filtered: { exclude_words: 3 },
    repeats: [],
    error: null,
    skipped_channels: [],
    ...changes,
  };
}

export function anAlert(id: string, changes: Partial<AlertRecord> = {}): AlertRecord {
  return {
    id,
    owner_id: 'a',
    team_id: null,
    monitor_id: 'm',
    monitor_title: 'About m',
    run_id: 'r',
    created_at: 11,
    results: [aResult('k')],
    ...changes,
  };
}

export function aChannel(id: string, changes: Partial<ChannelRecord> = {}): ChannelRecord {
  return {
    id,
    account_id: 'a',
    platform: 'webhook',
    webhook_url: 'https://a.example/hook',
    monitor_id: null,
    name: null,
    status: 'active',
    status_reason: null,
    signing_secret: 'whsec_0123456789',
    previous_secret: null,
    previous_secret_expires_at: null,
    created_at: 1,
    ...changes,
  };
}

export function aDelivery(event_id: string, changes: Partial<NewDelivery> = {}): NewDelivery {
  return {
    event_id,
    type: 'news.alert',
    channel_id: 'c',
    account_id: 'a',
    monitor_id: null,
    run_id: null,
    payload: '{"about":"otters"}',
    traceparent: null,
    created_at: 1,
    status: 'pending',
    round: 0,
    attempts: 0,
    round_attempts: 0,
    due_at: 1,
    last_attempt_at: null,
    last_status_code: null,
    last_error: null,
    settled_at: null,
    first_status: null,
    first_status_code: null,
    first_error: null,
    ...changes,
  };
}

export function aBriefing(id: string, changes: Partial<BriefingRecord> = {}): BriefingRecord {
  const results = [aResult('r')];
  return {
    id,
    account_id: 'a',
    title: id,
    summary: 'A\nB "C" \\ \u{1f680}',
    created_at: 1,
    period_from: 0,
    period_to: 1,
    monitors: [{ monitor_id: 'm', monitor_title: 'M', alerts: 1, result_count: 1, results }],
    news: [
      { id: 'n', title: 'N', description: '', url: null, publication_date: null, source: null },
    ],
    ...changes,
  };
}
