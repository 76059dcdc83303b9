import { ManualClock } from 'newswatch/server';
import { expect, it } from 'vitest';
import { hashSecret } from '../../../../../src/server/domain/accounts/secret.ts';
import { noMetrics } from '../../../../../src/server/metrics/metrics.ts';
import { createAdapterFactory } from '../../../../../src/server/surfaces/oauth/adapter.ts';
import { addRecords } from '../../../../helpers/add-records.ts';
import { closing } from '../../../../helpers/closing.ts';
import { openTestStore } from '../../../../helpers/test-store.ts';

const secret = 'a-secret-of-a-code-0123456789';

async function start() {
  const store = closing(await openTestStore());
  const clock = new ManualClock('2026-11-20T12:00:00Z');
  await addRecords(store, {
    accounts: [{ id: 'a', name: 'a', plan: 'active', plan_managed_by: 'user', created_at: 0 }],
  });
  const adapter = createAdapterFactory({
    store: store.oauth,
    clock,
    metrics: noMetrics,
    addressOf: () => '192.0.2.1',
  });
  await adapter('Client').upsert('client', { client_name: 'c' });
  await adapter('Grant').upsert('grant', { accountId: 'a', clientId: 'client' }, 60);
  return { store, clock, codes: adapter('AuthorizationCode'), grants: adapter('Grant') };
}

it('lets only one of two concurrent requests use a code, and revokes the grant', async () => {
  const { codes, grants } = await start();
  await codes.upsert(secret, { grantId: 'grant', jti: secret }, 60);
  expect(await codes.find(secret)).not.toHaveProperty('consumed');
  const results = await Promise.allSettled([codes.consume(secret), codes.consume(secret)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect(results[1]).toMatchObject({ reason: { error: 'invalid_grant' } });
  expect(await grants.find('grant')).toBeUndefined();
});

it('returns the stored payload, and never stores the secret in it', async () => {
  const { codes, store } = await start();
  const payload = {
    grantId: 'grant',
    jti: secret,
    returnTo: `https://news.example.com/${secret}?x="\u0001\u2028"`,
  };
  await codes.upsert(secret, payload, 60);
  expect(await codes.find(secret)).toEqual(payload);
  const kept = await store.oauth.findArtifact('authorization_code', hashSecret(secret), 0);
  expect(JSON.stringify(kept)).not.toContain(secret);
});

it('returns an expiry on the clock of the system, which may be ahead of the server', async () => {
  const { codes, grants, clock } = await start();
  const exp = Math.floor(Date.now() / 1000) - 3600;
  await codes.upsert(secret, { grantId: 'grant', jti: secret, exp }, 60);
  await grants.upsert('grant', { accountId: 'a', clientId: 'client', exp }, 60);
  clock.advance(20_000);
  for (const found of await Promise.all([codes.find(secret), grants.find('grant')])) {
    const seconds = (found?.exp ?? 0) - Date.now() / 1000;
    expect(seconds).toBeGreaterThan(30);
    expect(seconds).toBeLessThanOrEqual(41);
  }
  clock.advance(40_000);
  expect(await codes.find(secret)).toBeUndefined();
});
