import type { StoredEvent } from 'newswatch/receiver';
import { expect, it } from 'vitest';
import { EventTally } from '../../../../../src/cli/commands/webhook/listen/event-tally.ts';
import { alert, testReceiver } from '../../../../helpers/test-receiver.ts';

/** A tally whose handler does what the test says, in a receiver. */
async function receiving(
  count: number,
  handle: (event: StoredEvent) => Promise<void>,
  { retries = 0 } = {},
) {
  const events: unknown[] = [];
  let time = 0;
  const tally = new EventTally(
    { concurrency: 8, handle },
    {
      count,
      retries,
      log: (_level, event, fields) => events.push({ event, ...fields }),
      logsStarts: false,
      now: () => {
        time += 5;
        return time;
      },
    },
  );
  const { send } = await testReceiver({ handler: tally, retries });
  return { tally, events, send: (id: string) => send(alert({ id })) };
}

it('passes the handler no more events than are counted', async () => {
  const handled: string[] = [];
  const { tally, send } = await receiving(2, async ({ id }) => void handled.push(id));
  for (const id of ['a', 'b', 'c', 'd']) expect((await send(id)).status).toBe(204);
  await tally.complete;
  expect(handled).toEqual(['a', 'b']);
  expect(tally.concurrency).toBe(0);
});

it('takes the next event for none that is retried', async () => {
  const calls: string[] = [];
  const { tally, send } = await receiving(
    1,
    async ({ id }) => {
      calls.push(id);
      if (calls.length === 1) throw new Error('busy');
    },
    { retries: 3 },
  );
  await send('a');
  await tally.complete;
  expect({ calls, handled: tally.handled, dead: tally.dead }).toEqual({
    calls: ['a', 'a'],
    handled: 1,
    dead: 0,
  });
});

it('counts dead letters, and logs how long each handled event took', async () => {
  const { tally, events, send } = await receiving(2, async ({ id }) => {
    if (id === 'a') throw new Error('broken');
  });
  await send('a');
  await send('b');
  await tally.complete;
  expect({ handled: tally.handled, dead: tally.dead }).toEqual({ handled: 1, dead: 1 });
  expect(events).toEqual([{ event: 'event handled', id: 'b', type: 'news.alert', duration_ms: 5 }]);
});
