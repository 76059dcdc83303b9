import { expect, it } from 'vitest';
import { testDelivery } from '../../../../../src/server/delivery/new-delivery.ts';
import {
  channelResponse,
  deliveryResponse,
} from '../../../../../src/server/domain/delivery/delivery-response.ts';
import { connectionRecord } from '../../../../helpers/claimed-delivery.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

it('a connection is shown without its secrets and its account', () => {
  const rotating = { previous_secret: 'whsec_previous', previous_secret_expires_at: now + 1 };
  const connection = connectionRecord({ created_at: now, name: 'desk', ...rotating });
  const notCovered = [
    { channel_id: 'chan_1', monitor_id: 'mon_1' },
    { channel_id: 'chan_2', monitor_id: 'mon_2' },
  ];
  expect(channelResponse(connection, now, notCovered)).toEqual({
    id: 'chan_1',
    platform: 'webhook',
    webhook_url: 'https://hooks.example.com/',
    monitor_id: null,
    name: 'desk',
    status: 'active',
    status_reason: null,
    previous_secret_expires_at: '2026-11-20T12:00:00.001Z',
    created_at: '2026-11-20T12:00:00.000Z',
    not_covered: [{ monitor_id: 'mon_1', reason: 'permission_missing' }],
  });
  expect(channelResponse(connection, now + 1, []).previous_secret_expires_at).toBeNull();
});

it('a delivery is shown without its payload', () => {
  const delivery = testDelivery(connectionRecord(), now);
  const attempted = {
    ...delivery,
    status: 'retrying',
    round: 1,
    attempts: 1,
    due_at: now + 1000,
    last_attempt_at: now,
    last_status_code: 503,
    last_error: 'http_503',
  } as const;
  expect(deliveryResponse(attempted)).toEqual({
    event_id: delivery.event_id,
    type: 'webhook.test',
    channel_id: 'chan_1',
    monitor_id: null,
    run_id: null,
    status: 'retrying',
    round: 1,
    attempts: 1,
    created_at: '2026-11-20T12:00:00.000Z',
    last_attempt_at: '2026-11-20T12:00:00.000Z',
    next_attempt_at: '2026-11-20T12:00:01.000Z',
    last_status_code: 503,
    last_error: 'http_503',
  });
  expect(deliveryResponse(delivery)).toMatchObject({
    last_attempt_at: null,
    next_attempt_at: '2026-11-20T12:00:00.000Z',
  });
});
