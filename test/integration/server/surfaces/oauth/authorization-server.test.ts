import { createServer } from 'node:http';
import { ManualClock } from 'newswatch/server';
import { expect, it, vi } from 'vitest';
import { type Log, silentLog } from '../../../../../src/node/log.ts';
import { SharedCounters } from '../../../../../src/server/limits/shared-counters.ts';
import { noMetrics } from '../../../../../src/server/metrics/metrics.ts';
import { createAuthorizationServer } from '../../../../../src/server/surfaces/oauth/authorization-server.ts';
import { BodyBudget } from '../../../../../src/server/surfaces/shared/body-budget.ts';
import { ClientAddresses } from '../../../../../src/server/surfaces/shared/client-addresses.ts';
import { ConcurrencyLimit } from '../../../../../src/server/surfaces/shared/concurrency-limit.ts';
import { rejectedBy } from '../../../../../src/server/surfaces/shared/rate-limited-error.ts';
import { RequestRates } from '../../../../../src/server/surfaces/shared/request-rates.ts';
import { closing } from '../../../../helpers/closing.ts';
import { listening } from '../../../../helpers/listening.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';

it('closes the connection if a request fails after the head of its response', async () => {
  const store = closing(await openTestStore());
  const clock = new ManualClock('2026-11-20T12:00:00Z');
  const log = vi.fn<Log>();
  const addresses = new ClientAddresses([], silentLog);
  const counters = new SharedCounters({
    store: store.rateLimits,
    now: () => clock.now(),
    log: silentLog,
  });
  const excess = () => rejectedBy(noMetrics, 'concurrent_requests', 'requests', 1);
  const authorization = createAuthorizationServer({
    baseUrl: 'http://127.0.0.1',
    store,
    clock,
    log,
    addresses,
    counters,
    bodies: new BodyBudget(addresses),
    metrics: noMetrics,
    rates: new RequestRates(counters, noMetrics),
    running: new ConcurrencyLimit({ maxRunning: 1, maxWaiting: 1, excess }),
    fetchSource: () => Promise.reject(new Error('not reached')),
    renderError: () => '',
    async redirectToSignIn({ outgoing }) {
      outgoing.writeHead(303).write('half');
      throw new Error('no session');
    },
  });
  const handled = vi.fn();
  const origin = await listening(
    createServer((incoming, outgoing) => {
      authorization.handle({ incoming, outgoing }).then(
        () => handled('resolved'),
        (error: unknown) => handled(error),
      );
    }),
  );
  await expect(fetch(`${origin}/oauth/authorize?client_id=a`)).rejects.toThrow('fetch failed');
  expect(handled.mock.calls).toEqual([['resolved']]);
  expect(log).toHaveBeenCalledWith(
    'error',
    'request failed',
    expect.objectContaining({ message: 'no session' }),
  );
});
