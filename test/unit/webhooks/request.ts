import type { RawBody } from 'newswatch/webhooks';
import { signedHeadersSync } from '../../../src/webhooks/sync/signed-headers-sync.ts';

export const secret = 'whsec_dGhlIHNlY3JldA==';
export const now = Date.parse('2026-11-20T12:00:00Z');

/** A signed request with the event id of its body (default: `evt_1`). */
export function signedRequest(
  body: RawBody,
  options: { secrets?: string | string[]; at?: number } = {},
) {
  const { secrets = secret, at = now } = options;
  const eventId = /"id": ?"([^"]+)"/.exec(Buffer.from(body).toString())?.[1] ?? 'evt_1';
  return {
    body,
    headers: { ...signedHeadersSync({ body, eventId, secrets, now: at }) },
    secrets: secret,
    now,
  };
}

export const alertBody = JSON.stringify({
  id: 'evt_1',
  type: 'news.alert',
  created_at: '2026-11-20T12:00:00Z',
  monitor_id: 'mon_1',
  monitor_title: 'Zürich <banks> & "rates" / 東京',
  run_id: 'run_1',
  articles: [],
  results: [],
});
