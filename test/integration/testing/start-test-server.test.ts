import { startTestServer } from 'newswatch/testing';
import { expect, it } from 'vitest';
import { closing } from '../../helpers/closing.ts';

it('gives a server with a paid account, its client and its clock', async () => {
  const server = closing(await startTestServer());
  expect(server.clock.now()).toBe(Date.parse('2026-01-01T12:00:00Z'));
  await server.client.monitors.create({ prompt: 'chip exports', every_minutes: 60 });
  await server.addNews([{ title: 'Chip exports resume' }]);
  await server.advance({ hours: 1 });
  const { alerts } = await server.client.alerts.list();
  expect(alerts[0]?.created_at).toBe('2026-01-01T13:00:00.000Z');
});

it('uses the first key of a fixture, and the options of the client', async () => {
  const accounts = [{ id: 'none' }, { id: 'ci', keys: ['nw_key_for_ci'] }];
  const server = closing(
    await startTestServer({
      now: '2026-05-05T00:00:00Z',
      fixture: { accounts },
      client: { retries: 2 },
      faults: [{ operation: 'account.overview', status: 500, times: 2 }],
    }),
  );
  expect(server.apiKey).toBe('nw_key_for_ci');
  expect(server.clock.now()).toBe(Date.parse('2026-05-05T00:00:00Z'));
  const { account } = await server.client.account.overview();
  expect(account.id).toBe('ci');
  expect(server.requests.list()).toHaveLength(3);
});

it('closes the client and the server', async () => {
  const server = await startTestServer();
  await server[Symbol.asyncDispose]();
  await expect(fetch(server.baseUrl)).rejects.toThrow();
});

it('creates a key for the first account if the fixture has none', async () => {
  const start = startTestServer({ fixture: { accounts: [{ id: 'ci' }] } });
  await expect(start).resolves.toHaveProperty('apiKey');
  await (await start).close();
});

it('listens no longer if an option of the client is invalid', async () => {
  const before = listeningServers();
  const client = JSON.parse('{ "retires": 1 }');
  await expect(startTestServer({ client })).rejects.toThrow('did you mean retries?');
  expect(listeningServers()).toBe(before);
});

it('refuses units for its clock, which only advance() takes', async () => {
  const server = closing(await startTestServer());
  const now = server.clock.now();
  expect(() => server.clock.advance(JSON.parse('{ "hours": 1 }'))).toThrow(/server\.advance\(\)/);
  expect(() => server.clock.advance(Number.NaN)).toThrow(RangeError);
  expect(server.clock.now()).toBe(now);
});

function listeningServers(): number {
  return process.getActiveResourcesInfo().filter((type) => type === 'TCPServerWrap').length;
}
