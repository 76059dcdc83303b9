import { createServer } from 'node:http';
import { ManualClock } from 'newswatch/server';
import { expect, it } from 'vitest';
import { silentLog } from '../../../../../src/node/log.ts';
import { noMetrics } from '../../../../../src/server/metrics/metrics.ts';
import { createProvider } from '../../../../../src/server/surfaces/oauth/provider.ts';
import { ClientAddresses } from '../../../../../src/server/surfaces/shared/client-addresses.ts';
import { listening } from '../../../../helpers/listening.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';

it.each(['a-client', 'https://assistant.example.com/client.json'])(
  'the page for a request of %s has no text of an unexpected error',
  async (client_id) => {
    const store = await openTestStore();
    const cause = new Error('no pg_hba.conf entry for host 10.0.0.5');
    const getClient = () => Promise.reject(new Error('the query failed', { cause }));
    const provider = createProvider({
      baseUrl: 'http://127.0.0.1',
      store: { ...store, oauth: { ...store.oauth, getClient } },
      clock: new ManualClock('2026-11-20T12:00:00Z'),
      log: silentLog,
      metrics: noMetrics,
      addresses: new ClientAddresses([], silentLog),
      fetchSource: () => Promise.reject(new Error('not reached')),
      renderError: ({ error, description }) => `${error}: ${description}`,
    });
    const origin = await listening(createServer(provider.callback()));
    const query = new URLSearchParams({ client_id, response_type: 'code' });
    const response = await fetch(`${origin}/oauth/authorize?${query}`);
    const text = await response.text();
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(text).not.toMatch(/pg_hba|10\.0\.0\.5|query failed/);
    await store.close();
  },
);
