import { startTestServer } from 'newswatch/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { closing } from '../../helpers/closing.ts';

afterEach(() => vi.useRealTimers());

it('a test server works in a test that replaces the timers', async () => {
  const server = closing(await startTestServer());
  const { client } = server;
  vi.useFakeTimers({
    toFake: ['setTimeout', 'setInterval', 'setImmediate', 'Date', 'performance'],
  });
  const monitor = await client.monitors.create({ prompt: 'chip exports', every_minutes: 60 });
  await server.addNews([{ title: 'Chip exports rise again', url: 'https://news.example/chips' }]);
  const snapshot = await server.snapshot();
  await server.advance({ days: 1 });
  const { alerts } = await client.alerts.list();
  expect(alerts.map(({ monitor_id }) => monitor_id)).toContain(monitor.id);
  await server.restore(snapshot);
  await server.close();
});
