import { setImmediate } from 'node:timers/promises';
import { ManualClock, startServer } from 'newswatch/server';
import { startTestServer } from 'newswatch/testing';
import { expect, it } from 'vitest';

it('a closed server refuses what needs its store', async () => {
  const server = await startServer({ clock: new ManualClock('2026-11-20T12:00:00Z') });
  const snapshot = await server.snapshot();
  await server.close();
  const calls = [
    () => server.addNews([{ title: 'Harbour reopens' }]),
    () => server.advance({ hours: 1 }),
    () => server.restore(snapshot),
    () => server.settingsUrl(),
    () => server.settled(),
    () => server.snapshot(),
  ];
  for (const call of calls) await expect(call()).rejects.toThrow('the server is closed');
});

it('close() lets addNews() end, and ends the delay of a fault with 503', async () => {
  const server = await startTestServer({ faults: [{ operation: 'usage', delay: 60_000 }] });
  const usage = server.client.usage().catch((error: unknown) => error);
  await server.client.news.latest();
  const added = server.addNews(
    Array.from({ length: 3000 }, (_, index) => ({ title: `Quokka ${index}` })),
  );
  await setImmediate();
  await server.close();
  expect(await added).toMatchObject({ added: 3000 });
  expect(await usage).toMatchObject({ status: 503, message: 'the server is stopping' });
});
