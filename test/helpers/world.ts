import type { FixtureInput } from 'newswatch/server';

export const worldKey = 'nw_world_key_1';
export const lapsedKey = 'nw_world_key_2';

const result = {
  title: 'Cocoa price rises',
  summary: 'Ghana cuts its harvest forecast.',
  links: [{ url: 'https://news.example.com/cocoa', source: 'Example News' }],
  publication_date: '2026-11-19T08:00:00Z',
};

/** A fixture with a record in every state. The connections are at `webhookUrl`. */
export function everyState(webhookUrl: string): FixtureInput {
  const connection = (id: string, fields: object = {}) => ({
    id,
    account: 'owner',
    webhook_url: `${webhookUrl}/${id}`,
    signing_secret: `whsec_${id}`,
    ...fields,
  });
  return {
    accounts: [
      {
        id: 'owner',
        name: 'The owner',
        keys: [worldKey],
        created_at: '-30d',
        time_zone: 'Asia/Tokyo',
        language: 'de',
        briefing: 'weekly',
        briefing_time: '06:30',
        briefing_day: 'friday',
      },
      { id: 'lapsed', plan: 'none', keys: [lapsedKey] },
      { id: 'member' },
    ],
    teams: [
      {
        id: 'desk',
        name: 'The desk',
        members: [{ account: 'owner', webhooks: true }, { account: 'member' }],
      },
      { id: 'readers', members: [{ account: 'owner' }] },
    ],
    monitors: [
      { id: 'mon_hourly', account: 'owner', prompt: 'cocoa prices', created_at: '-20d' },
      { id: 'mon_paused', account: 'owner', prompt: 'tin prices', status: 'paused' },
      { id: 'mon_manual', account: 'owner', prompt: 'zinc prices', every_minutes: null },
      {
        id: 'mon_agent',
        team: 'desk',
        prompt: 'lead prices',
        title: 'Lead',
        execution: 'agentic',
        every_minutes: 30,
        next_run_at: '+20m',
        exclude_sources: ['tabloid.example.com'],
        include_languages: ['en'],
        min_relevance: 0.5,
        quiet_hours: '22:00-07:00',
      },
      { id: 'mon_readers', team: 'readers', prompt: 'silver prices' },
      { id: 'mon_deleted', account: 'owner', prompt: 'gold prices', status: 'deleted' },
    ],
    runs: [
      {
        id: 'run_preview',
        monitor: 'mon_hourly',
        trigger: 'preview',
        started_at: '-20d',
        results: [result],
      },
      {
        id: 'run_alert',
        monitor: 'mon_hourly',
        started_at: '-2h',
        finished_at: '-119m',
        results: ['news_1', result],
        filtered: { exclude_words: 3 },
      },
      { id: 'run_quiet', monitor: 'mon_hourly', started_at: '-1h' },
      {
        id: 'run_failed',
        monitor: 'mon_agent',
        started_at: '-1h',
        status: 'failed',
        error: 'the agent timed out',
      },
      { id: 'run_manual', monitor: 'mon_manual', started_at: '-3h', results: [result] },
      {
        id: 'run_skipped',
        monitor: 'mon_readers',
        started_at: '-5h',
        results: [result],
        skipped_connections: ['chan_active'],
      },
      { id: 'run_deleted', monitor: 'mon_deleted', started_at: '-4d', results: [result] },
    ],
    alerts: [
      { id: 'alert_hourly', run: 'run_alert' },
      { id: 'alert_manual', run: 'run_manual', monitor_title: 'An older title' },
      { id: 'alert_skipped', run: 'run_skipped' },
      { id: 'alert_deleted', run: 'run_deleted' },
    ],
    connections: [
      connection('chan_active', { name: 'Desk', created_at: '-10d' }),
      connection('chan_one', { monitor: 'mon_hourly' }),
      connection('chan_paused', { status: 'paused' }),
      connection('chan_disabled', { status: 'disabled' }),
      connection('chan_ended', { monitor: 'mon_deleted', status: 'ended' }),
      connection('chan_rotated', {
        previous_secret: 'whsec_before',
        previous_secret_expires_at: '+12h',
      }),
    ],
    deliveries: [
      {
        id: 'evt_pending',
        connection: 'chan_rotated',
        alert: 'alert_hourly',
        status: 'pending',
        next_attempt_at: '+1h',
      },
      {
        id: 'evt_retrying',
        connection: 'chan_one',
        alert: 'alert_hourly',
        status: 'retrying',
        attempts: 4,
        last_error: 'timeout',
        last_attempt_at: '-30m',
        next_attempt_at: '+1h',
      },
      {
        id: 'evt_delivered',
        connection: 'chan_active',
        alert: 'alert_hourly',
        status: 'delivered',
        last_status_code: 204,
      },
      {
        id: 'evt_test',
        connection: 'chan_active',
        status: 'failed',
        created_at: '-3d',
        last_status_code: 404,
      },
      {
        id: 'evt_exhausted',
        connection: 'chan_one',
        status: 'exhausted',
        created_at: '-9d',
        last_attempt_at: '-8d',
      },
      {
        id: 'evt_paused',
        connection: 'chan_paused',
        alert: 'alert_hourly',
        status: 'stopped',
        last_error: 'connection_paused',
      },
      {
        id: 'evt_stopped',
        connection: 'chan_ended',
        alert: 'alert_deleted',
        status: 'stopped',
        attempts: 2,
        last_error: 'monitor_deleted',
      },
    ],
    briefings: [
      {
        id: 'brief_1',
        account: 'owner',
        title: 'Monday',
        summary: 'Cocoa rose.',
        alerts: ['alert_hourly'],
        news: ['news_1'],
        created_at: '-1d',
      },
    ],
    news: [
      {
        id: 'news_1',
        title: 'Cocoa prices at a record',
        url: 'https://news.example.com/1',
        publication_date: '-3h',
      },
    ],
  };
}
