import { describe, expect, it } from 'vitest';
import {
  eventBody,
  newsAlertPayload,
  webhookTestPayload,
} from '../../../../src/server/delivery/event.ts';
import { alertDeliveries, testDelivery } from '../../../../src/server/delivery/new-delivery.ts';
import type { AlertRecord } from '../../../../src/server/store/store.ts';
import { connectionRecord } from '../../../helpers/claimed-delivery.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

const alert: AlertRecord = {
  id: 'alert_1',
  owner_id: 'acc',
  team_id: null,
  monitor_id: 'mon_1',
  monitor_title: 'Chip exports',
  run_id: 'run_1',
  created_at: now,
  results: [
    {
      key: 'item_1',
      title: 'Exports "fall"',
      summary: 'A summary',
      links: [
        { url: 'https://a.example/1', source: 'A' },
        { url: 'https://b.example/1', source: null },
      ],
      publication_date: Date.parse('2026-11-19T08:30:00Z'),
    },
    { key: 'item_2', title: 'Undated', summary: '', links: [], publication_date: null },
  ],
};

describe('the payload', () => {
  it('of news.alert has the fields of docs/service.md §8.2 and no others, and an article for each result with a link', () => {
    expect(JSON.parse(newsAlertPayload(alert))).toEqual({
      type: 'news.alert',
      created_at: '2026-11-20T12:00:00.000Z',
      monitor_id: 'mon_1',
      monitor_title: 'Chip exports',
      run_id: 'run_1',
      articles: [
        {
          title: 'Exports "fall"',
          url: 'https://a.example/1',
          description: 'A summary',
          publication_date: '2026-11-19T08:30:00.000Z',
        },
      ],
      results: [
        {
          title: 'Exports "fall"',
          summary: 'A summary',
          links: [
            { url: 'https://a.example/1', source: 'A' },
            { url: 'https://b.example/1', source: null },
          ],
          publication_date: '2026-11-19T08:30:00.000Z',
        },
        { title: 'Undated', summary: '', links: [], publication_date: null },
      ],
    });
  });

  it('of webhook.test has a type and a time', () => {
    expect(JSON.parse(webhookTestPayload(now))).toEqual({
      type: 'webhook.test',
      created_at: '2026-11-20T12:00:00.000Z',
    });
  });
});

it('the body starts with the event id, followed by the payload', () => {
  const body = eventBody({ event_id: 'evt_"1"', payload: '{"type":"webhook.test"}' });
  expect(body).toBe('{"id":"evt_\\"1\\"","type":"webhook.test"}');
});

describe('new deliveries', () => {
  const pending = {
    account_id: 'acc',
    created_at: now,
    status: 'pending',
    round: 0,
    attempts: 0,
    round_attempts: 0,
    due_at: now,
    last_attempt_at: null,
    last_status_code: null,
    last_error: null,
    settled_at: null,
    first_status: null,
    first_status_code: null,
    first_error: null,
  };

  it('of an alert are one for each connection, with the same payload and an id each', () => {
    const connections = [connectionRecord(), connectionRecord({ id: 'chan_2' })];
    const deliveries = alertDeliveries(alert, connections);
    expect(deliveries).toEqual(
      ['chan_1', 'chan_2'].map((channel_id) => ({
        ...pending,
        event_id: expect.stringMatching(/^evt_[0-9a-f]{32}$/),
        type: 'news.alert',
        channel_id,
        monitor_id: 'mon_1',
        run_id: 'run_1',
        payload: newsAlertPayload(alert),
        traceparent: null,
      })),
    );
    expect(new Set(deliveries.map(({ event_id }) => event_id)).size).toBe(2);
  });

  it('of an alert to a paused connection are saved as stopped', () => {
    const connections = [connectionRecord({ status: 'paused' })];
    expect(alertDeliveries(alert, connections)).toMatchObject([
      {
        status: 'stopped',
        due_at: null,
        attempts: 0,
        last_error: 'connection_paused',
        first_status: 'stopped',
        first_error: 'connection_paused',
      },
    ]);
  });

  it('of an alert without connections are none', () => {
    expect(alertDeliveries(alert, [])).toEqual([]);
  });

  it('of a test belong to no monitor and no run', () => {
    expect(testDelivery(connectionRecord(), now)).toEqual({
      ...pending,
      event_id: expect.stringMatching(/^evt_/),
      type: 'webhook.test',
      channel_id: 'chan_1',
      monitor_id: null,
      run_id: null,
      payload: webhookTestPayload(now),
      traceparent: null,
    });
  });

  it.each([
    [0, 1],
    [now, now + 1],
    [now, 2 * now],
  ])('have ids that sort by time (%i before %i)', (earlier, later) => {
    const connection = connectionRecord();
    const [one, other] = [testDelivery(connection, earlier), testDelivery(connection, later)];
    expect(one.event_id < other.event_id).toBe(true);
    expect(one.event_id).toHaveLength(other.event_id.length);
  });
});
