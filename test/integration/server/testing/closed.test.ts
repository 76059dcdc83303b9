import { ManualClock, startServer } from 'newswatch/server';
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
